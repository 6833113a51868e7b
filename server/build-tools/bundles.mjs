// The bundles of client and server.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as esbuild from 'esbuild'

export const options = (root, development) => ({
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  jsxDev: development,
  logLevel: 'silent',
  minify: !development,
  sourcemap: development ? 'linked' : false,
  define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
})

/** Files with paths relative to dist/, the inline scripts, esbuild's metafile of the client, and warnings. */
export async function bundle(root) {
  const shared = options(root, false)
  const [client, server] = await Promise.all([bundleClient(root, shared), bundleServer(root, shared)])
  const files = [...client.outputFiles, ...server.outputFiles].map(({ path, contents }) => ({
    path: relative(`${root}/dist`, path),
    contents,
  }))
  return {
    files,
    inlineScripts: client.inlineScripts,
    outputs: client.outputs,
    inputs: [...client.inputs, ...Object.keys(server.metafile.inputs)],
    warnings: [...client.warnings, ...server.warnings],
  }
}

async function bundleServer(root, shared) {
  const server = await esbuild.build({ ...shared, ...serverOptions })
  return { ...server, outputFiles: [...server.outputFiles, moduleType(root)] }
}

/** A container image contains dist/ without the package.json of the project. */
const moduleType = (root) => ({
  path: join(root, 'dist/server/package.json'),
  contents: Buffer.from(JSON.stringify({ type: 'module' })),
})

/**
 * Each file but those of client components is whole: none imports another one but on demand, so that the program is one request.
 * What is loaded on demand is built first, then the program, which names it, then the inline scripts, which name the program.
 */
async function bundleClient(root, shared) {
  const options = { ...shared, ...clientOptions, splitting: false }
  const parts = await esbuild.build({
    ...options,
    entryPoints: [...onDemandIn(root), 'client/styles/main.css'],
  })
  // What they share, such as React, is a file of its own.
  const components = await esbuild.build({
    ...options,
    splitting: true,
    entryPoints: [reactEntry, ...componentsIn(root)],
  })
  const plugins = [external(root, { ...parts.metafile.outputs, ...components.metafile.outputs })]
  const main = await esbuild.build({ ...options, plugins, entryPoints: [application] })
  const inline = await bundleInline(options, [external(root, main.metafile.outputs)])
  const builds = [parts, components, main, inline]
  return {
    outputFiles: [parts, components, main].flatMap(({ outputFiles }) => outputFiles),
    inlineScripts: inline.scripts,
    outputs: Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs)),
    inputs: builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    warnings: builds.flatMap(({ warnings }) => warnings),
  }
}

/** Inline scripts are part of every document, so they have no source maps. */
export async function bundleInline(options, plugins) {
  const alone = {
    splitting: false,
    minify: true,
    sourcemap: false,
    entryNames: '[name]',
    plugins,
  }
  const entryPoints = Object.values(inlineScripts)
  const { outputFiles, metafile, warnings } = await esbuild.build({ ...options, ...alone, entryPoints })
  const codeOf = (entry) => {
    const output = outputOf(metafile.outputs, entry)
    const { text } = outputFiles.find(({ path }) => path.endsWith(`/${output}`))
    // Not esbuild's `iife` format, which adds a `require` helper because of the dynamic import.
    return `"use strict";(()=>{${text.trim()}})()`
  }
  const scripts = Object.entries(inlineScripts).map(([name, entry]) => [name, codeOf(entry)])
  return { metafile, warnings, scripts: Object.fromEntries(scripts) }
}

/** Dynamic imports of files that are entries of another build, by its outputs. */
export const external = (root, outputs) => ({
  name: 'external',
  setup: (build) =>
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const entry = relative(root, join(resolveDir, path))
      const output = outputOf(outputs, entry)
      return output
        ? { path: `/${relative('dist', output)}`, external: true }
        : {
            errors: [
              { text: `${entry} is loaded on demand, and no entry of server/build-tools/bundles.mjs` },
            ],
          }
    }),
})

export const application = 'client/main.ts'
/** Loads React. */
export const reactEntry = 'client/browser/hydrate-component.tsx'
const componentsFolder = 'client/components/'
/** Client components, a file each. */
const componentsIn = (root) =>
  readdirSync(join(root, componentsFolder)).map((name) => componentsFolder + name)
export const isComponent = (entry) => entry.startsWith(componentsFolder)
/** An import of one that does not exist stops the build. */
const onDemandIn = (root) => onDemand.filter((file) => existsSync(join(root, file)))
export const suggestions = 'client/browser/suggestions.ts'
const onDemand = ['client/browser/fingerprint-agent.ts', suggestions]
/** `first`: in the head, before the first paint. `start`: after the shell. */
export const inlineScripts = { first: 'client/first.ts', start: 'client/start.ts' }
export const outputOf = (outputs, entry) =>
  Object.keys(outputs).find((output) => outputs[output].entryPoint === entry)

export const clientOptions = {
  // Licence texts are separate files: in the modules they would add to every first view.
  legalComments: 'linked',
  outdir: 'dist/assets',
  outbase: 'client',
  entryNames: '[name]-[hash]',
  target: ['es2022', 'chrome111', 'safari16.4', 'firefox115'],
  platform: 'browser',
}

/** The program, and its worker threads. */
export const serverEntries = {
  main: 'server/main.ts',
  'content-worker': 'server/content/store/content-worker.ts',
  'search-worker': 'server/content/search/search-worker.ts',
  'rich-text-worker': 'server/content/rich-text/worker.ts',
  'picture-worker': 'server/pictures/worker.ts',
}

const serverOptions = {
  entryPoints: serverEntries,
  // Dynamic imports stay separate files: an old Node does not parse them, and the compile cache stores them.
  splitting: true,
  // Bundled CommonJS packages call `require` for Node's modules.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
  // Names and lines are preserved for profiles and stack traces.
  minify: false,
  outdir: 'dist/server',
  platform: 'node',
  target: 'node22',
  // Like Node: ES modules where a package has both, for tree shaking.
  conditions: ['module', 'module-sync'],
  legalComments: 'none',
  // sharp has native code, which cannot be bundled.
  external: ['sharp'],
  loader: { '.sql': 'text', '.txt': 'text' },
}

export function hash(contents) {
  return createHash('sha256').update(contents).digest('hex')
}
