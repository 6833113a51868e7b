// Sizes of what a browser loads: inline scripts, the program, and the code of client components, in bytes after gzip.
import { gzipSync } from 'node:zlib'
import { application, inlineScripts as entries, outputOf, reactEntry } from './bundles.mjs'

/**
 * By what is loaded: total bytes, files, and sources with their share of a file's compressed bytes, the largest first.
 * `files`, `inlineScripts` and `outputs` as returned by `bundle`.
 */
export function scriptSizes({ files, inlineScripts, outputs }) {
  const contents = new Map(files.map((file) => [`dist/${file.path}`, file.contents]))
  for (const [name, entry] of Object.entries(entries))
    contents.set(outputOf(outputs, entry), inlineScripts[name])
  const sizeOf = (sources) => {
    const loaded = sources.map((source) => {
      const path = outputOf(outputs, source)
      return { path, bytes: gzipSync(contents.get(path), { level: 9 }).length }
    })
    return {
      bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      files: loaded,
      sources: loaded
        .flatMap(({ path, bytes }) => sourcesOf(outputs[path], bytes))
        .sort((a, b) => b.bytes - a.bytes),
    }
  }
  return {
    'first view': sizeOf([...Object.values(entries), application]),
    'client components': sizeOf([reactEntry]),
  }
}

function sourcesOf({ inputs, bytes }, compressed) {
  return Object.entries(inputs).map(([path, { bytesInOutput }]) => ({
    path: path.replace(/^.*node_modules\//, ''),
    bytes: Math.round((bytesInOutput / bytes) * compressed),
  }))
}
