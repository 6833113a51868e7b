// script-src of every document: files of the site, and the digests of the inline scripts of all pages.
import { createHash } from 'node:crypto'
import type { Build } from '../../server/base/build.ts'

export function allowedScripts({ inlineScripts }: Pick<Build, 'inlineScripts'>): string {
  const digests = [inlineScripts.first, inlineScripts.start].map((code) =>
    createHash('sha256').update(code).digest('base64'),
  )
  return ["'self'", ...digests.map((digest) => `'sha256-${digest}'`)].join(' ')
}
