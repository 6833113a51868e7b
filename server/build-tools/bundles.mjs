// The bundles of client and server, and the messages as files for the browser.
import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import { grouping, vendorEntry } from './grouping.mjs'
import { checkModuleBoundaries } from './module-boundaries.mjs'

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

/** Files with paths relative to dist/, the inline scripts, esbuild's metafile of the client, the messages' URLs, and warnings. Rejects where the sources break the table of rooms. */
export async function bundle(root) {
  await checkModuleBoundaries(root)
  const shared = options(root, false)
  const [client, server, messages] = await Promise.all([
    bundleClient(root, shared),
    bundleServer(root, shared),
    Promise.all(['zh', 'en'].map((locale) => bundleMessages(locale, options(root, true)))),
  ])
  const files = [...client.outputFiles, ...server.outputFiles].map(({ path, contents }) => ({
    path: relative(`${root}/dist`, path),
    contents,
  }))
  return {
    files: [...files, ...messages.map(({ path, contents }) => ({ path, contents }))],
    inlineScripts: client.inlineScripts,
    outputs: client.outputs,
    inputs: [...client.inputs, ...Object.keys(server.metafile.inputs)],
    messages: Object.fromEntries(messages.map(({ locale, path }) => [locale, `/${path}`])),
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

/** The inline scripts come last, because one of them names the module that it loads later. */
async function bundleClient(root, shared) {
  const options = { ...shared, ...clientOptions }
  const group = await grouping(root, application, options)
  const main = await esbuild.build({
    ...options,
    plugins: [group],
    entryPoints: [application, vendorEntry, 'client/styles/main.css'],
  })
  const loaded = `/${relative('dist', outputOf(main.metafile.outputs, application))}`
  const inline = await bundleInline(options, loaded)
  const vendorStub = outputOf(main.metafile.outputs, `group:${vendorEntry}`)
  const kept = main.outputFiles.filter(({ path }) => !path.endsWith(vendorStub))
  return {
    outputFiles: kept,
    inlineScripts: inline.scripts,
    outputs: { ...main.metafile.outputs, ...inline.metafile.outputs },
    inputs: [main, inline].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    warnings: [...main.warnings, ...inline.warnings],
  }
}

/** Inline scripts are part of every document, so they have no source maps. `application`: the URL of its module. */
export async function bundleInline(options, application) {
  const plugins = [external(/main\.tsx$/, application)]
  const alone = {
    splitting: false,
    minify: true,
    sourcemap: false,
    banner: {},
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

const external = (filter, path) => ({
  name: 'external',
  setup: (build) =>
    build.onResolve({ filter }, ({ kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
})

export const application = 'client/main.tsx'
/** `first`: in the head, before the first paint. `start`: after the shell. */
export const inlineScripts = { first: 'client/first.ts', start: 'client/start.ts' }
export const outputOf = (outputs, entry) =>
  Object.keys(outputs).find((output) => outputs[output].entryPoint === entry)

export const clientOptions = {
  // Licence texts are separate files: in the modules they would add to every first view.
  legalComments: 'linked',
  // Eager compilation off the main thread; otherwise V8 parses React twice and compiles functions during hydration.
  banner: { js: '//# allFunctionsCalledOnLoad' },
  outdir: 'dist/assets',
  outbase: 'client',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  splitting: true,
  target: ['es2022', 'chrome111', 'safari16.4', 'firefox115'],
  platform: 'browser',
}

const serverOptions = {
  entryPoints: {
    main: 'server/main.ts',
    'card-worker': 'server/seo/cards/worker.ts',
    'content-worker': 'server/content/worker.ts',
    'search-worker': 'server/content/search-worker.ts',
    'rich-text-worker': 'server/rich-text/worker.ts',
  },
  // Dynamic imports stay separate files: an old Node does not parse them, and the compile cache stores them.
  splitting: true,
  // Bundled CommonJS packages call `require` for Node's modules.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
  // Names are preserved for profiles and stack traces.
  minify: false,
  minifyWhitespace: true,
  minifySyntax: true,
  // Read when an error is logged (server/telemetry/source-stack.ts).
  sourcemap: 'linked',
  sourcesContent: false,
  outdir: 'dist/server',
  platform: 'node',
  target: 'node22',
  // Like Node: ES modules where a package has both, for tree shaking.
  conditions: ['module', 'module-sync'],
  legalComments: 'none',
  // Installed by those who set MEDIA_RESIZE: it has native code.
  external: ['sharp'],
}

export async function bundleMessages(locale, shared) {
  const entry = { entryPoints: [`shared/messages/${locale}.ts`], sourcemap: false }
  const { outputFiles } = await esbuild.build({ ...shared, ...entry })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  const module = await import(`data:text/javascript;base64,${code}`)
  const contents = Buffer.from(JSON.stringify(module[locale]))
  return { locale, path: `assets/messages.${locale}-${hash(contents).slice(0, 8)}.json`, contents }
}

export function hash(contents) {
  return createHash('sha256').update(contents).digest('hex')
}
