// Secrets that an origin repeats in its responses: replaced by asterisks of the same length, before anything is read or stored.
import { Transform } from 'node:stream'
import { field } from '../base/fields.ts'
import type { OriginResponse } from '../base/origin.ts'

/** `texts`: in this form. `host`: only in URLs, because it may be an ordinary word. */
export type Hidden = { texts: string[]; host?: string | undefined }

/** Shorter ones, and values of other header fields, may be ordinary words of the content. */
const leastLength = 8
const credentials = /auth|cookie|key|pass|secret|sign|token/i

/** Values of secret header fields, also without their scheme (`Bearer abc`), and what Basic encodes. */
export function secretTexts(fields: Record<string, string>): string[] {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    credentials.test(name) ? [value, value.replace(/^\S+ +/, ''), ...basicParts(value)] : [],
  )
  const texts = values.filter((text) => text.length >= leastLength)
  return [
    ...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])),
  ]
}

/** RFC 7617: the credentials, and the password alone. */
function basicParts(value: string): string[] {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(value) ?? []
  const text = encoded ? Buffer.from(encoded, 'base64').toString() : ''
  return [text, text.slice(text.indexOf(':') + 1)]
}

/** The host of a base URL that visitors cannot reach; a public one may be meant in the content. */
export function internalHost(base: string): string | undefined {
  const { host, hostname } = new URL(base)
  const isInternal =
    /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:::1|f[cd]|fe80))/i.test(
      hostname,
    ) ||
    !/[.:]/.test(hostname) ||
    /\.(?:internal|local|localhost|lan|svc|home\.arpa|cluster\.local)$/i.test(hostname)
  return isInternal ? host : undefined
}

/** Undefined where there is nothing to hide. */
export function createMask({ texts, host }: Hidden) {
  // PHP escapes the slashes of URLs in JSON.
  const urls = host ? [`//${host}`, `\\/\\/${host}`] : []
  const needles = [
    ...texts.map((text) => ({ bytes: Buffer.from(text), isUrl: false })),
    ...urls.map((text) => ({ bytes: Buffer.from(text), isUrl: true })),
  ].sort((a, b) => b.bytes.length - a.bytes.length)
  if (needles.length === 0) return undefined
  const longest = needles[0]!.bytes.length + 1

  /** In place. */
  function mask(body: Buffer): Buffer {
    for (const { bytes, isUrl } of needles)
      for (let at = body.indexOf(bytes); at >= 0; at = body.indexOf(bytes, at + 1)) {
        const end = at + bytes.length
        if (!isUrl || !isNamePart(body[end]))
          body.fill('*', isUrl ? at + bytes.lastIndexOf('/') + 1 : at, end)
      }
    return body
  }

  function maskStream(): Transform {
    let rest: Buffer = Buffer.alloc(0)
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const whole = mask(Buffer.concat([rest, chunk]))
        // The end may be the start of a secret.
        const length = Math.max(0, whole.length - longest)
        rest = whole.subarray(length)
        done(null, Buffer.from(whole.subarray(0, length)))
      },
      flush: (done) => done(null, mask(rest)),
    })
  }

  /** A target in the origin, as a path. */
  const withoutHost = (location: string): string => {
    const target = URL.parse(location)
    return target && host && target.host === host ? target.pathname + target.search : location
  }

  const isShown = (value: string) => {
    const bytes = Buffer.from(value)
    return mask(Buffer.from(bytes)).equals(bytes)
  }

  return (response: OriginResponse): OriginResponse => {
    const { status, headers, body } = response
    const location =
      headers['location'] === undefined ? {} : { location: withoutHost(String(headers['location'])) }
    const shown = Object.entries({ ...headers, ...location }).filter(([, value]) =>
      isShown([value].flat().join(',')),
    )
    const fields = Object.fromEntries(shown)
    if (!isText(field(headers, 'content-type') ?? '')) return { status, headers: fields, body }
    if (Buffer.isBuffer(body)) return { status, headers: fields, body: mask(body) }
    const masked = maskStream()
    body.on('error', (error) => masked.destroy(error))
    masked.on('close', () => body.destroy())
    return { status, headers: fields, body: body.pipe(masked) }
  }
}

function isText(type: string): boolean {
  return type === '' || /^text\/|json|xml|javascript|urlencoded/i.test(type)
}

/** Letters, digits, dot and hyphen: another host that only starts so. */
function isNamePart(byte: number | undefined): boolean {
  return byte !== undefined && /[\w.-]/.test(String.fromCharCode(byte))
}
