// Tokens of preview links: signed with a key from OPS_TOKEN, so that all servers with that token accept them and none stores them.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { withPreview } from '../../shared/preview.ts'

type PreviewLinksOptions = {
  /** Empty: there are no links, and every token is wrong. */
  opsToken: string
  /** Signed as well: a link of another site with the same OPS_TOKEN is wrong. */
  siteUrl: string
  /** Milliseconds since 1970. */
  now: () => number
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>

const hourMs = 3_600_000
const keyBytes = 32
/** Version, expiry in seconds since 1970, HMAC-SHA-256. */
const format = /^1\.(\d{1,12})\.([\w-]{43})$/

export function createPreviewLinks({ opsToken, siteUrl, now }: PreviewLinksOptions) {
  const isOn = opsToken !== ''
  const key = Buffer.from(hkdfSync('sha256', opsToken, '', 'preview links of this site', keyBytes))
  const signatureOf = (expiry: string) => createHmac('sha256', key).update(`1 ${expiry} ${siteUrl}`).digest()

  return {
    isOn,
    /** The link to a page, `path` with its query, and when it expires. */
    create(path: string): { url: string; expires: string } {
      const seconds = Math.ceil((now() + hourMs) / 1000)
      const token = `1.${seconds}.${signatureOf(String(seconds)).toString('base64url')}`
      return { url: siteUrl + withPreview(path, token), expires: isoOf(seconds) }
    },
    /** When the token expires; undefined for a wrong or expired one. */
    expiryOf(token: string): string | undefined {
      const [, seconds = '', signature = ''] = format.exec(token) ?? []
      if (!isOn || seconds === '') return undefined
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(seconds)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Number(seconds) * 1000 > now() ? isoOf(Number(seconds)) : undefined
    },
  }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
