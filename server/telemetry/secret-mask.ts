// What no log line may contain: tokens and secret header fields of the content API, which it may repeat, and its address.

type Access = { apiBase: string; apiToken: string; apiFields: Record<string, string> }

/** Shorter ones, and values of other header fields, may be ordinary words. */
const leastLength = 8
const credentials = /auth|cookie|key|pass|secret|sign|token/i

/** Returns a function that replaces them by `***`, also as JSON and in URLs. */
export function createSecretMask({ apiBase, apiToken, apiFields }: Access) {
  const tokens = [apiToken, Buffer.from(apiToken).toString('base64')]
  const fields = Object.entries(apiFields).flatMap(([name, value]) =>
    credentials.test(name) ? [value, value.replace(/^\S+ +/, '')] : [],
  )
  const host = URL.canParse(apiBase) ? `//${new URL(apiBase).host}` : ''
  const texts = [...tokens, ...fields, host]
    .filter((text) => text.length >= leastLength)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), encodeURI(text)])
  const secrets = [...new Set(texts)].sort((a, b) => b.length - a.length)
  return (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text)
}
