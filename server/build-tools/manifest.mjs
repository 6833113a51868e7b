// Build manifest for the server: the build id and the entry files.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { application, hash, outputOf } from './bundles.mjs'

/** The id is a digest of the contents; BUILD_ID and SOURCE_DATE_EPOCH (seconds) override id and time. */
export function createManifest({ files, inlineScripts, outputs }, redirects, env) {
  const contents = files.map((file) => file.path + hash(file.contents)).sort()
  contents.push(...Object.values(inlineScripts), JSON.stringify(redirects))
  return {
    id: env.BUILD_ID || hash(contents.join()).slice(0, 12),
    timestamp: env.SOURCE_DATE_EPOCH ? Number(env.SOURCE_DATE_EPOCH) * 1000 : Date.now(),
    ...entries(outputs),
    inlineScripts,
    integrity: digests(files),
    redirects,
  }
}

/** The program, the stylesheet, and what only the development server has. */
function entries(outputs) {
  const development = outputOf(outputs, 'client/browser/development.ts')
  return {
    application: urlOf(outputOf(outputs, application)),
    developmentScripts: development ? [urlOf(development)] : [],
    styles: [urlOf(outputOf(outputs, 'client/styles/main.css'))],
  }
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
