// The content security policy that every document has, as its directives.
import { createHash } from 'node:crypto'
import type { Site } from './site.ts'

/** script-src: files of the site, and the digests of the inline scripts of all pages. */
export function allowedScripts({ inlineScripts }: Pick<Site['build'], 'inlineScripts'>): string {
  const digests = [inlineScripts.first, inlineScripts.start].map((code) =>
    createHash('sha256').update(code).digest('base64'),
  )
  return ["'self'", ...digests.map((digest) => `'sha256-${digest}'`)].join(' ')
}

export function documentPolicy(
  scripts: string,
  { images = "'self' data:", connections = "'self'" } = {},
): string[] {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    `img-src ${images}`,
    `connect-src ${connections}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types site default',
  ]
}

/** The policy of everything that is no document. */
export const inertPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]
