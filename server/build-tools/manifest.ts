// Build manifest for the server: the build id and the entry files.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Matcher } from '../../shared/redirects.ts'
import type { Build } from '../base/build.ts'
import { readRedirectTable } from '../config/redirect-table.ts'
import { application, type Bundles, liveReload, outputOf, stylesheet } from './bundles.ts'

/** The id is a digest of the contents; BUILD_ID and SOURCE_DATE_EPOCH (seconds) override id and time. */
export function createManifest(
  bundles: Bundles,
  redirects: Matcher,
  dist: string,
  env: NodeJS.ProcessEnv,
): Build {
  const { files, inlineScripts, outputs } = bundles
  const contents = files.map((file) => file.path + digestOf(file.contents, 'hex')).sort()
  contents.push(...Object.values(inlineScripts), JSON.stringify(redirects))
  const urlsOf = (entry: string) => {
    const output = outputOf(outputs, entry)
    return output ? [`/${relative(dist, output)}`] : []
  }
  return {
    id: env['BUILD_ID'] || digestOf(contents.join(), 'hex').slice(0, 12),
    timestamp: env['SOURCE_DATE_EPOCH'] ? Number(env['SOURCE_DATE_EPOCH']) * 1000 : Date.now(),
    application: urlsOf(application).join(),
    developmentScripts: urlsOf(liveReload),
    styles: urlsOf(stylesheet),
    inlineScripts,
    integrity: integrityOf(files),
    redirects,
  }
}

/** Subresource Integrity digests of every script and stylesheet. */
function integrityOf(files: Bundles['files']) {
  const named = files.filter(({ path }) => /^assets\/.*\.(?:js|css)$/.test(path))
  return Object.fromEntries(
    named.map(({ path, contents }) => [`/${path}`, `sha256-${digestOf(contents, 'base64')}`]),
  )
}

export function digestOf(contents: Uint8Array | string, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(contents).digest(encoding)
}

/** The table of server/redirects.json: {"/old": "/new", "/old-news/**": "/news"}. A missing file means no redirects. An invalid one fails the build. */
export async function readRedirects(file: string): Promise<Matcher> {
  try {
    return readRedirectTable(await readFile(file, 'utf8').catch(() => '{}'))
  } catch (error) {
    throw new Error(`redirects.json: ${(error as Error).message}`)
  }
}
