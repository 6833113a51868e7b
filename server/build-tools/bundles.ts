// The bundles of client and server.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import type { Build } from '../base/build.ts'

/** `dist`: the folder to which the files belong, relative to `root`. */
export type Target = { root: string; dist: string; development: boolean }
export type File = { path: string; contents: Uint8Array | string }
export type Outputs = esbuild.Metafile['outputs']
export type Bundles = {
  /** With paths relative to `dist`. */
  files: File[]
  inlineScripts: Build['inlineScripts']
  /** Of the client, by esbuild's metafiles. */
  outputs: Outputs
  /** The sources of all bundles. */
  inputs: string[]
  warnings: esbuild.Message[]
}

export async function bundle(target: Target): Promise<Bundles> {
  const [client, server] = await Promise.all([bundleClient(target), build(serverOptions(target))])
  const files = [...client.outputFiles, ...server.outputFiles].map(({ path, contents }) => ({
    path: relative(join(target.root, target.dist), path),
    contents,
  }))
  // A container image contains dist/ without the package.json of the project.
  const moduleType = { path: 'server/package.json', contents: JSON.stringify({ type: 'module' }) }
  return {
    ...client,
    files: [...files, moduleType],
    inputs: [...client.inputs, ...Object.keys(server.metafile.inputs)],
    warnings: [...client.warnings, ...server.warnings],
  }
}

const build = (options: esbuild.BuildOptions) => esbuild.build({ ...options, write: false, metafile: true })

const commonOptions = ({ root, development }: Target) =>
  ({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxDev: development,
    logLevel: 'silent',
    minify: !development,
    sourcemap: development ? 'linked' : false,
    define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
  }) satisfies esbuild.BuildOptions

/**
 * Each file but those of client components is whole: none imports another one but on demand, so that the program is one request.
 * What is loaded on demand is built first, then the program, which names it, then the inline scripts, which name the program.
 */
async function bundleClient(target: Target) {
  const options = clientOptions(target)
  const moreParts = target.development ? [liveReload] : []
  const [parts, components] = await Promise.all([
    build({ ...options, entryPoints: [...onDemand, stylesheet, ...moreParts] }),
    // What they share, such as React, is a file of its own.
    build({ ...options, splitting: true, entryPoints: [reactEntry, ...componentsIn(target.root)] }),
  ])
  const onDemandOutputs = { ...parts.metafile.outputs, ...components.metafile.outputs }
  const main = await build({
    ...options,
    plugins: [external(target, onDemandOutputs)],
    entryPoints: [application],
  })
  // Part of every document: without source maps.
  const inline = await build({
    ...options,
    minify: true,
    sourcemap: false,
    plugins: [external(target, main.metafile.outputs)],
    entryPoints: Object.values(inlineEntries),
  })
  const builds = [parts, components, main, inline]
  // Not esbuild's `iife` format, which adds a `require` helper because of the dynamic import.
  const codeOf = (entry: string) => {
    const output = outputOf(inline.metafile.outputs, entry)
    const file = inline.outputFiles.find(({ path }) => output && path.endsWith(`/${output}`))
    return `"use strict";(()=>{${file?.text.trim()}})()`
  }
  return {
    outputFiles: [parts, components, main].flatMap(({ outputFiles }) => outputFiles),
    inlineScripts: { first: codeOf(inlineEntries.first), start: codeOf(inlineEntries.start) },
    outputs: Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs)) as Outputs,
    inputs: builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    warnings: builds.flatMap(({ warnings }) => warnings),
  }
}

/** Dynamic imports of files that are entries of another build, by its outputs. */
const external = ({ root, dist }: Target, outputs: Outputs): esbuild.Plugin => ({
  name: 'external',
  setup: (build) =>
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const entry = relative(root, join(resolveDir, path))
      const output = outputOf(outputs, entry)
      if (output) return { path: `/${relative(dist, output)}`, external: true }
      const text = `${entry} is loaded on demand, and no entry of server/build-tools/bundles.ts`
      return { errors: [{ text }] }
    }),
})

export const application = 'client/main.ts'
export const stylesheet = 'client/styles/main.css'
/** Of the development server. A file of its own runs where another file of the page does not arrive. */
export const liveReload = 'client/browser/development.ts'
/** Loads React. */
export const reactEntry = 'client/browser/hydrate-component.tsx'
const componentsFolder = 'client/components/'
/** Client components, a file each. */
const componentsIn = (root: string) =>
  readdirSync(join(root, componentsFolder)).map((name) => componentsFolder + name)
export const isComponent = (entry: string) => entry.startsWith(componentsFolder)
export const suggestions = 'client/browser/suggestions.ts'
const onDemand = ['client/browser/fingerprint-agent.ts', suggestions]
/** `first`: in the head, before the first paint. `start`: after the shell. */
export const inlineEntries = { first: 'client/first.ts', start: 'client/start.ts' }

export const outputOf = (outputs: Outputs, entry: string) =>
  Object.keys(outputs).find((output) => outputs[output]?.entryPoint === entry)

const clientOptions = (target: Target): esbuild.BuildOptions => ({
  ...commonOptions(target),
  // Licence texts are separate files: in the modules they would add to every first view.
  legalComments: 'linked',
  outdir: join(target.dist, 'assets'),
  outbase: 'client',
  // In development the name of a stylesheet stays when its contents change.
  entryNames: target.development ? '[name]' : '[name]-[hash]',
  target: ['es2022', 'chrome111', 'safari16.4', 'firefox115'],
  platform: 'browser',
})

const serverOptions = (target: Target): esbuild.BuildOptions => ({
  ...commonOptions(target),
  // The program, and its worker threads.
  entryPoints: {
    main: 'server/main.ts',
    'content-worker': 'server/content/store/content-worker.ts',
    'search-worker': 'server/content/search/search-worker.ts',
    'rich-text-worker': 'server/content/rich-text/worker.ts',
    'picture-worker': 'server/pictures/worker.ts',
  },
  // Dynamic imports stay separate files: an old Node does not parse them, and the compile cache stores them.
  splitting: true,
  // Names and lines are preserved for profiles and stack traces.
  minify: false,
  outdir: join(target.dist, 'server'),
  platform: 'node',
  target: 'node22',
  legalComments: 'none',
  loader: { '.sql': 'text', '.txt': 'text' },
  ...(target.development ? { packages: 'external' } : packagesInBundle),
})

const packagesInBundle: esbuild.BuildOptions = {
  // Bundled CommonJS packages call `require` for Node's modules.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
  // Like Node: ES modules where a package has both, for tree shaking.
  conditions: ['module', 'module-sync'],
  // sharp has native code, which cannot be bundled.
  external: ['sharp'],
}
