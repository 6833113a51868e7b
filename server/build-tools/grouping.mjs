// Chunk grouping: an esbuild plugin that puts shared code into two chunks instead of one for each combination of pages; a pair of
// pages may have a chunk of its own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as esbuild from 'esbuild'

/** Packages of every page: a chunk that stays in browsers' caches when only the site changes. */
const vendor = ['react', 'react/jsx-runtime', 'react-dom/client', './client/router.ts']
export const vendorEntry = 'group:vendor'
const sharedEntry = 'group:shared'

/**
 * esbuild creates one chunk of all files that the same entries reach. So every page, and every other dynamic entry, is made
 * to import all shared files; the packages have an entry of their own.
 */
export async function grouping(root, application, buildOptions) {
  const entryPoints = [application]
  const { metafile } = await esbuild.build({ ...buildOptions, entryPoints, sourcemap: false })
  const entries = [application, ...dynamicEntries(metafile.outputs, application)]
  const shared = sharedFiles(metafile.inputs, entries).map((file) => `./${file}`)
  const groups = { [vendorEntry]: vendor, [sharedEntry]: [vendorEntry, ...shared] }
  return {
    name: 'grouping',
    setup(build) {
      build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace: 'group' }))
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => {
        const contents = groups[path].map((name) => `import ${JSON.stringify(name)}`).join('\n')
        return { contents, resolveDir: root }
      })
      build.onLoad({ filter: /[/\\]client[/\\].*\.tsx?$/ }, async ({ path }) => {
        if (!entries.some((file) => join(root, file) === path)) return
        const contents = `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(sharedEntry)}\n`
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}

/**
 * The project's files that a first view shares with another entry. What only two pages share, and the application does not
 * need, is left to esbuild: here every page would load it.
 */
function sharedFiles(inputs, entries) {
  const [application] = entries
  const reached = new Map()
  for (const entry of entries) {
    for (const file of reach(inputs, entry)) reached.set(file, [...(reached.get(file) ?? []), entry])
  }
  const isFirstView = (entry) => entry === application || entry.startsWith('client/pages/')
  const isShared = (by) => by.length > (by.includes(application) ? 1 : 2) && by.some(isFirstView)
  return [...reached]
    .filter(([file, by]) => /^(client|shared)\//.test(file) && isShared(by))
    .map(([file]) => file)
    .filter((file) => !entries.includes(file))
}

/** By the outputs: of an import with a variable in its path, the inputs have no file names. */
function dynamicEntries(outputs, application) {
  const entries = Object.values(outputs).map(({ entryPoint = '' }) => entryPoint)
  return entries.filter((path) => path.startsWith('client/') && path !== application).sort()
}

function reach(inputs, file, seen = new Set()) {
  if (seen.has(file) || !inputs[file]) return seen
  seen.add(file)
  for (const { path, kind } of inputs[file].imports)
    if (kind === 'import-statement') reach(inputs, path, seen)
  return seen
}
