// First view sizes of every page: inline scripts, module files, and the sources in them, in bytes after gzip.
import { gzipSync } from 'node:zlib'
import { inlineScripts as entries, outputOf } from './bundles.mjs'
import { modulesOf } from './manifest.mjs'

/**
 * By page: total bytes, files, and sources with their share of a file's compressed bytes, the largest first.
 * `files`, `inlineScripts` and `outputs` as returned by `bundle`.
 */
export function firstViewSizes({ files, inlineScripts, outputs }) {
  const inline = Object.entries(entries).map(([name, entry]) => ({
    output: outputOf(outputs, entry),
    contents: inlineScripts[name],
  }))
  const compressed = new Map([
    ...files.map(({ path, contents }) => [`dist/${path}`, sizeOf(path, contents)]),
    ...inline.map(({ output, contents }) => [output, sizeOf(output, contents)]),
  ])
  const pages = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith('client/pages/') ? [entryPoint] : [],
  )
  return Object.fromEntries(
    pages.sort().map((page) => {
      const needed = [...inline.map(({ output }) => output), ...modulesOf(outputs, page)]
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
