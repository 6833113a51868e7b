// Preview links: a page's address with a signed token, which shows drafts for an hour; adding and removing the token.
import { splitUrl } from './parse-url.ts'

/** The preview in which a document is shown. `expires`: ISO 8601. */
export type Preview = { expires: string }

export const previewParameter = 'preview'
/** The name as the most lenient query parsers read it: decoded, trimmed, `preview[]` as `preview`. */
const names = new RegExp(`^\\s*${previewParameter}\\s*(?:\\[|$)`, 'i')

/** `url` without every preview parameter, and the value of the first; undefined where there is none. */
export function withoutPreview(url: string): { url: string; token: string } | undefined {
  const { pathname, search } = splitUrl(url)
  if (!/preview|%/i.test(search)) return undefined
  const pairs = search.slice(1).split('&')
  const own = pairs.find(isPreview)
  if (own === undefined) return undefined
  const [token = ''] = new URLSearchParams(own).values()
  const others = pairs.filter((pair) => !isPreview(pair)).join('&')
  return { url: others === '' ? pathname : `${pathname}?${others}`, token }
}

function isPreview(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys()
  return names.test(name)
}

/** `url`: path, query and hash of a page. A token consists of characters that need no encoding. */
export function withPreview(url: string, token: string): string {
  const [address = '', ...hash] = url.split('#')
  const plain = withoutPreview(address)?.url ?? address
  return [`${plain}${plain.includes('?') ? '&' : '?'}${previewParameter}=${token}`, ...hash].join('#')
}
