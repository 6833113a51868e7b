// Build manifest for the server: the build id, the entry files, and the modules of each page.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { application, hash, outputOf } from './bundles.mjs'

/** The id is a digest of the contents; BUILD_ID and SOURCE_DATE_EPOCH (seconds) override id and time. */
export function createManifest({ files, inlineScripts, outputs, messages }, redirects, env) {
  const contents = files.map((file) => file.path + hash(file.contents)).sort()
  contents.push(...Object.values(inlineScripts), JSON.stringify(redirects))
  return {
    id: env.BUILD_ID || hash(contents.join()).slice(0, 12),
    timestamp: env.SOURCE_DATE_EPOCH ? Number(env.SOURCE_DATE_EPOCH) * 1000 : Date.now(),
    ...entries(outputs),
    inlineScripts,
    integrity: digests(files),
    messages,
    redirects,
  }
}

/** The application, the stylesheet, and the modules of each page (and of documents without one). */
function entries(outputs) {
  const pages = Object.values(outputs)
    .map(({ entryPoint }) => entryPoint)
    .filter((entry) => entry?.startsWith('client/pages/'))
  const preloads = [application, ...pages].map((entry) => [entry, modulesOf(outputs, entry).map(urlOf)])
  const development = outputOf(outputs, 'client/browser/development.ts')
  return {
    application: urlOf(outputOf(outputs, application)),
    developmentScripts: development ? [urlOf(development)] : [],
    styles: [urlOf(outputOf(outputs, 'client/styles/main.css'))],
    preloads: Object.fromEntries(preloads),
  }
}

/** The modules of a page's first view, each after those that it imports. */
export function modulesOf(outputs, entry) {
  const needed = [application, entry].map((source) => outputOf(outputs, source))
  const seen = new Set()
  return needed.flatMap((output) => withImports(outputs, output, seen))
}

function withImports(outputs, output, seen) {
  if (seen.has(output)) return []
  seen.add(output)
  const imported = outputs[output].imports.filter(
    ({ path, kind }) => kind === 'import-statement' && outputs[path],
  )
  return [...imported.flatMap(({ path }) => withImports(outputs, path, seen)), output]
}

function urlOf(output) {
  return `/${relative('dist', output)}`
}

/** Subresource Integrity digests of every script and stylesheet. */
function digests(files) {
  const named = files.filter(({ path }) => /^assets\/.*\.(?:js|css)$/.test(path))
  return Object.fromEntries(
    named.map(({ path, contents }) => [
      `/${path}`,
      `sha256-${createHash('sha256').update(contents).digest('base64')}`,
    ]),
  )
}
