// Development build: bundles incrementally and writes what has changed to dist/development.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import {
  application,
  bundleInline,
  clientOptions,
  external,
  hash,
  options,
  serverEntries,
} from './bundles.mjs'
import { createManifest } from './manifest.mjs'
import { readRedirects } from './redirects.mjs'

/** Entries with one file each: live reload has to run where another file of the page does not arrive. */
const alone = ['client/browser/development.ts', 'client/styles/main.css']

/** `target` is the folder. */
export async function createDevelopmentBundles(root, { target }) {
  // Entries keep their names, so that nothing else depends on their contents.
  const forClient = { ...options(root, true), ...clientOptions, entryNames: '[name]' }
  const [client, rest, server] = await Promise.all([
    esbuild.context({ ...forClient, splitting: true, entryPoints: [application] }),
    esbuild.context({ ...forClient, entryPoints: alone }),
    esbuild.context(serverOptions(root, target)),
  ])
  const startedSeconds = Math.floor(Date.now() / 1000)
  const write = createWriter(target)

  async function rebuildClient() {
    const builds = await Promise.all([client.rebuild(), rest.rebuild()])
    const outputs = Object.assign({}, ...builds.map(({ metafile }) => metafile.outputs))
    const inline = await bundleInline(forClient, [external(root, outputs)])
    return {
      outputFiles: builds.flatMap(({ outputFiles }) => outputFiles),
      warnings: builds.flatMap(({ warnings }) => warnings),
      outputs,
      inlineScripts: inline.scripts,
    }
  }

  let packages = []
  return {
    /** The packages that the server imports. */
    packages: () => packages,
    /** `write` is for a build without `errors`. */
    async rebuild() {
      const parts = [rebuildClient(), server.rebuild(), readRedirects(join(root, 'server/redirects.json'))]
      const settled = await Promise.allSettled(parts)
      const [builtClient, builtServer, redirects] = settled.map(({ value }) => value)
      if (builtServer) packages = packagesOf(builtServer.metafile)
      const all = async () => {
        const files = [...outputFiles(builtClient, join(root, 'dist')), ...outputFiles(builtServer, target)]
        const manifest = manifestOf(builtClient, { files, redirects, startedSeconds })
        return [...files, ...(await publicFiles(root)), { path: 'manifest.json', contents: manifest }]
      }
      return {
        errors: settled.flatMap(({ reason }) => reason ?? []),
        warnings: [builtClient, builtServer].flatMap((built) => built?.warnings ?? []),
        write: async () => write(await all()),
      }
    },
  }
}

/** Writes the files that have changed since they were written, and resolves with their paths. */
function createWriter(folder) {
  /** Hash or contents by path. */
  const written = new Map()
  return async (files) => {
    const changed = files.filter(({ path, contents, hash = contents }) => written.get(path) !== hash)
    for (const { path, contents, hash = contents } of changed) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), contents)
      written.set(path, hash)
    }
    return changed.map(({ path }) => path)
  }
}

const packagesOf = ({ outputs }) =>
  Object.values(outputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external))
    .flatMap(({ path }) => (path.startsWith('node:') ? [] : [path]))

/** Whether a file of the build is the stylesheet, which open pages can replace. */
export const isStyle = (path) => path.startsWith('assets/main.css')

const outputFiles = (built, folder) =>
  built.outputFiles.map(({ path, contents, hash }) => ({ contents, hash, path: relative(folder, path) }))

async function publicFiles(root) {
  const entries = await readdir(join(root, 'public'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    files.map(async (file) => {
      const contents = await readFile(file)
      return { path: relative(root, file), contents, hash: hash(contents) }
    }),
  )
}

/** The manifest does not depend on the stylesheet, which changes while pages that name it are open. */
function manifestOf({ inlineScripts, outputs }, { files, redirects, startedSeconds }) {
  const digests = files.flatMap(({ path, hash }) => (isStyle(path) ? [] : [{ path, contents: hash }]))
  const built = { files: digests, inlineScripts, outputs }
  const manifest = createManifest(built, redirects, { SOURCE_DATE_EPOCH: startedSeconds })
  return JSON.stringify({ ...manifest, integrity: {} })
}

/** Packages are not bundled: they are most of the code and do not change. */
const serverOptions = (root, target) => ({
  ...options(root, true),
  entryPoints: serverEntries,
  packages: 'external',
  // What has not changed is in the compile cache, and what is loaded on demand does not delay the start.
  splitting: true,
  // Where it is written: source maps are relative to it.
  outdir: join(target, 'server'),
  platform: 'node',
  loader: { '.sql': 'text', '.txt': 'text' },
  target: 'node22.19',
})
