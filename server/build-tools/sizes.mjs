// What the first view of every page costs: module files, and the sources in them, in bytes after gzip.
import { gzipSync } from 'node:zlib'
import { firstScript, outputOf } from './bundles.mjs'
import { modulesOf } from './manifest.mjs'

/**
 * By page: total bytes, files, and sources with their share of a file's compressed bytes, the largest first.
 * `files` and `outputs` as `bundle` gives them.
 */
export function firstViewSizes({ files, outputs }) {
  const compressed = new Map(files.map(({ path, contents }) => [`dist/${path}`, sizeOf(path, contents)]))
  const pages = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith('client/pages/') ? [entryPoint] : [],
  )
  return Object.fromEntries(
    pages.sort().map((page) => {
      const needed = [outputOf(outputs, firstScript), ...modulesOf(outputs, page)]
      const sizes = needed.map((output) => ({ path: output, bytes: compressed.get(output) }))
      const sources = needed.flatMap((output) => sourcesOf(outputs[output], compressed.get(output)))
      const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0)
      return [page, { bytes, files: sizes, sources: sources.sort((a, b) => b.bytes - a.bytes) }]
    }),
  )
}

function sizeOf(path, contents) {
  return path.endsWith('.js') ? gzipSync(contents, { level: 9 }).length : 0
}

function sourcesOf({ inputs, bytes }, compressed) {
  return Object.entries(inputs).map(([path, { bytesInOutput }]) => ({
    path: path.replace(/^.*node_modules\//, ''),
    bytes: Math.round((bytesInOutput / bytes) * compressed),
  }))
}
