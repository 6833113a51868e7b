// What the server has to know of a build: its id, its entry files, and the modules of each page.
import { relative } from 'node:path'
import { hash } from './bundles.mjs'

/** The id follows from the contents; BUILD_ID and SOURCE_DATE_EPOCH (seconds) set id and time from outside. */
export function createManifest({ files, outputs, messages }, env) {
  const contents = files.map((file) => file.path + hash(file.contents)).sort()
  return {
    id: env.BUILD_ID || hash(contents.join()).slice(0, 12),
    timestamp: env.SOURCE_DATE_EPOCH ? Number(env.SOURCE_DATE_EPOCH) * 1000 : Date.now(),
    ...entries(outputs),
    messages,
  }
}

/** Entry scripts, the stylesheet, the theme's script, and for each page the modules that it needs besides the entry itself. */
function entries(outputs) {
  const byEntry = new Map()
  for (const [output, { entryPoint }] of Object.entries(outputs))
    if (entryPoint) byEntry.set(entryPoint, output)
  const main = byEntry.get('client/main.tsx')
  const scripts = [main, byEntry.get('client/browser/development.ts')].filter(Boolean)
  const pages = [...byEntry].filter(([entry]) => entry.startsWith('client/pages/'))
  const preloads = pages.map(([entry, output]) => {
    const modules = new Set([...staticImports(outputs, main), ...staticImports(outputs, output)])
    modules.delete(main)
    return [entry, [...modules].map(urlOf)]
  })
  return {
    scripts: scripts.map(urlOf),
    styles: [urlOf(byEntry.get('client/styles/main.css'))],
    theme: urlOf(byEntry.get('client/browser/theme.ts')),
    preloads: Object.fromEntries(preloads),
  }
}

function staticImports(outputs, output, seen = new Set()) {
  if (seen.has(output)) return seen
  seen.add(output)
  for (const { path, kind } of outputs[output].imports) {
    if (kind === 'import-statement' && outputs[path]) staticImports(outputs, path, seen)
  }
  return seen
}

function urlOf(output) {
  return `/${relative('dist', output)}`
}
