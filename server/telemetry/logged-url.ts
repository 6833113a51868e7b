// An address as the log may hold it: visitors and their mail programs put names, addresses and keys into queries.
import { splitUrl } from '../../shared/resolve.ts'

/** Parameters whose values say nothing about anybody. */
const open = new Set(['page', 'page_size', 'lang', 'sort', 'category', 'tag', 'missing'])
const longest = 512

export function loggedUrl(url: string): string {
  const short = url.length > longest ? `${url.slice(0, longest)}…` : url
  if (!short.includes('?')) return short
  const { pathname, search } = splitUrl(short)
  const pairs = search.slice(1).split('&')
  return `${pathname}?${pairs.map(loggedPair).join('&')}`
}

function loggedPair(pair: string): string {
  const end = pair.indexOf('=')
  return end < 0 || open.has(pair.slice(0, end)) ? pair : `${pair.slice(0, end)}=*`
}
