// Development build: bundles parts incrementally and writes them to dist/development.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import { application, bundleInline, clientOptions, external, options } from './bundles.mjs'
import { createManifest } from './manifest.mjs'
import { checkModuleBoundaries } from './module-boundaries.mjs'
import { readRedirects } from './redirects.mjs'

const stylesheet = 'client/styles/main.css'
const checkedParts = ['client', 'server']
export const allParts = ['client', 'liveReload', 'server', 'style', 'copies']

/** `cardFiles` as in build.mjs; `target` is the folder. `errors` are those of the last build of each part. */
export async function createDevelopmentBundles(root, { cardFiles, target = join(root, 'dist/development') }) {
  const contexts = await createContexts(root, target)
  const results = {}
  const errors = {}
  const written = new Map()

  const builders = {
    style: () => contexts.style.rebuild(),
    liveReload: () => contexts.liveReload.rebuild(),
    async client() {
      const main = await contexts.client.rebuild()
      const inline = await bundleInline(clientOf(root), [external(root, main.metafile.outputs)])
      return { ...main, inline }
    },
    async server() {
      const [built, redirects] = await Promise.all([
        contexts.server.rebuild(),
        readRedirects(join(root, 'server/redirects.json')),
      ])
      return { ...built, redirects }
    },
    async copies() {
      await rm(join(target, 'public'), { recursive: true, force: true })
      await cp(join(root, 'public'), join(target, 'public'), { recursive: true })
      await writeAll(await cardFiles())
      return {}
    },
  }

  async function attempt(name, work) {
    delete errors[name]
    try {
      await work()
    } catch (error) {
      errors[name] = error
    }
  }

  async function rebuild(part) {
    results[part] = await builders[part]()
  }

  const checkBoundaries = () => attempt('boundaries', () => checkModuleBoundaries(root))

  /** Skips files that have not changed since they were written. */
  async function writeAll(files) {
    for (const { path, contents, hash } of files) {
      if (hash && written.get(path) === hash) continue
      await mkdir(dirname(join(target, path)), { recursive: true })
      await writeFile(join(target, path), contents)
      written.set(path, hash)
    }
  }

  const outputFiles = (part) =>
    (results[part].outputFiles ?? []).map(({ path, contents, hash }) => ({
      ...{ contents, hash },
      path: relative(part === 'server' ? target : join(root, 'dist'), path),
    }))

  return {
    async rebuild(parts) {
      const isChecked = parts.some((part) => checkedParts.includes(part))
      await Promise.all([
        ...parts.map((part) => attempt(part, () => rebuild(part))),
        // Once for all parts: the breach of one part is gone with the change of another.
        ...(isChecked ? [checkBoundaries()] : []),
      ])
    },
    errors: () => Object.values(errors),
    warnings: (parts) => parts.flatMap((part) => results[part]?.warnings ?? []),
    writeStyle: () => writeAll(outputFiles('style')),
    /** Requires that every part was built without errors. */
    async write() {
      const id = `development-${Date.now().toString(36)}`
      const manifest = manifestOf(id, results)
      const { timestamp, redirects: matcher } = manifest
      await writeAll([
        ...allParts.flatMap(outputFiles),
        { path: 'builds/latest.json', contents: JSON.stringify({ id, timestamp }) },
        {
          path: `builds/meta/${id}.json`,
          contents: JSON.stringify({ id, timestamp, matcher, prerendered: [] }),
        },
        { path: 'manifest.json', contents: JSON.stringify(manifest) },
      ])
      return id
    },
    /** The packages that the server imports. */
    packages: () =>
      Object.values(results.server.metafile.outputs)
        .flatMap(({ imports }) => imports.map(({ path }) => path))
        .filter((path) => !path.startsWith('node:')),
    dispose: () => Promise.all(Object.values(contexts).map((context) => context.dispose())),
  }
}

/** Without digests: the stylesheet changes while pages that name it are open. */
function manifestOf(id, { client, liveReload, server, style }) {
  const outputs = { ...client.metafile.outputs, ...liveReload.metafile.outputs, ...style.metafile.outputs }
  const built = { files: [], inlineScripts: client.inline.scripts, outputs }
  return createManifest(built, server.redirects, { BUILD_ID: id })
}

/** Entries keep their names, so that no other part depends on their contents. */
const clientOf = (root) => ({ ...options(root, true), ...clientOptions, entryNames: '[name]' })
const liveReloadEntry = 'client/browser/development.ts'

async function createContexts(root, target) {
  const [client, liveReload, server, style] = await Promise.all([
    esbuild.context({ ...clientOf(root), splitting: true, entryPoints: [application] }),
    // In one file: it has to run where another file of the page does not arrive because its process has ended.
    esbuild.context({ ...clientOf(root), entryPoints: [liveReloadEntry] }),
    esbuild.context(serverOf(root, target)),
    esbuild.context({ ...clientOf(root), sourcemap: 'inline', entryPoints: [stylesheet] }),
  ])
  return { client, liveReload, server, style }
}

/** Packages are not bundled: they are most of the code and do not change. */
const serverOf = (root, target) => ({
  ...options(root, true),
  entryPoints: [
    { in: 'server/main.ts', out: 'main' },
    { in: 'server/seo/cards/worker.ts', out: 'card-worker' },
    { in: 'server/store/worker.ts', out: 'content-worker' },
    { in: 'server/store/search-worker.ts', out: 'search-worker' },
    { in: 'server/rich-text/worker.ts', out: 'rich-text-worker' },
  ],
  packages: 'external',
  // Where it is written: source maps are relative to it.
  outdir: join(target, 'server'),
  platform: 'node',
  target: 'node22.19',
})
