// Sizes of what a browser loads: inline scripts and the program, React, each client component, in bytes after gzip.
import { gzipSync } from 'node:zlib'
import {
  application,
  inlineScripts as entries,
  isComponent,
  outputOf,
  reactEntry,
  suggestions,
} from './bundles.mjs'

/**
 * By what is loaded: total bytes, files, and sources with their share of a file's compressed bytes, the largest first.
 * `files`, `inlineScripts` and `outputs` as returned by `bundle`.
 */
export function scriptSizes({ files, inlineScripts, outputs }) {
  const contents = new Map(files.map((file) => [`dist/${file.path}`, file.contents]))
  for (const [name, entry] of Object.entries(entries))
    contents.set(outputOf(outputs, entry), inlineScripts[name])
  const sizeOf = (paths) => {
    const loaded = paths.map((path) => ({ path, bytes: gzipSync(contents.get(path), { level: 9 }).length }))
    return {
      bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      files: loaded,
      sources: loaded
        .flatMap(({ path, bytes }) => sourcesOf(outputs[path], bytes))
        .sort((a, b) => b.bytes - a.bytes),
    }
  }
  const react = withImports(outputs, outputOf(outputs, reactEntry))
  const components = Object.entries(outputs).filter(([, { entryPoint = '' }]) => isComponent(entryPoint))
  return {
    'first view': sizeOf([...Object.values(entries), application].map((entry) => outputOf(outputs, entry))),
    React: sizeOf(react),
    [suggestions]: sizeOf([outputOf(outputs, suggestions)]),
    ...Object.fromEntries(
      components.map(([path, { entryPoint }]) => [
        entryPoint,
        sizeOf(withImports(outputs, path).filter((one) => !react.includes(one))),
      ]),
    ),
  }
}

/** A file and those that it imports. */
function withImports(outputs, path) {
  const imported = outputs[path].imports.filter(({ kind }) => kind === 'import-statement')
  return [path, ...new Set(imported.flatMap((one) => withImports(outputs, one.path)))]
}

function sourcesOf({ inputs, bytes }, compressed) {
  return Object.entries(inputs).map(([path, { bytesInOutput }]) => ({
    path: path.replace(/^.*node_modules\//, ''),
    bytes: Math.round((bytesInOutput / bytes) * compressed),
  }))
}
