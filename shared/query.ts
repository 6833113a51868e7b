// The query of a page, read with its limits: nonsense reads as absent.
import { canonicalQueryKeys, keywordsLimit, pageLimit, pageSize } from './constants.ts'

export type PageQuery = {
  page: number
  pageSize: number | undefined
  keywords: string
  topic: string
  /** Id of what an enquiry is about. */
  product: number | undefined
  sent: string
  /** What was asked for exists in the other language only. */
  missing: boolean
}

export function readQuery(search: string): PageQuery {
  const query = new URLSearchParams(search)
  return {
    page: wholeNumber(query.get('page'), pageLimit) ?? 1,
    pageSize: wholeNumber(query.get('page_size'), pageSize.max),
    keywords: plain(query.get('keywords')).slice(0, keywordsLimit),
    topic: plain(query.get('topic')).slice(0, keywordsLimit),
    product: /^[1-9]\d{0,14}$/.test(query.get('product') ?? '') ? Number(query.get('product')) : undefined,
    sent: /^[\w-]{1,64}$/.exec(query.get('sent') ?? '')?.[0] ?? '',
    missing: query.get('missing') === '1',
  }
}

/** What a visitor brings along for one page that nobody else is to see. */
const personalKeys = ['sent', 'topic', 'product']
const shapingKeys = ['page', 'page_size', 'missing', ...canonicalQueryKeys.filter((key) => key !== 'page')]
const longestValue = 200

/** The part of a query that shapes a page for everybody, in one spelling: the first value of each known key, in one order. */
export function sharedSearch(search: string): string {
  if (search === '') return ''
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const key of shapingKeys) {
    const value = given.get(key)?.slice(0, longestValue)
    if (value) kept.append(key, value)
  }
  return kept.size > 0 ? `?${kept}` : ''
}

export function isPersonal(search: string): boolean {
  if (search === '') return false
  const given = new URLSearchParams(search)
  return personalKeys.some((key) => given.has(key))
}

function wholeNumber(value: string | null, most: number): number | undefined {
  return value && /^[1-9]\d{0,5}$/.test(value) ? Math.min(Number(value), most) : undefined
}

/** Without control characters and with single spaces. */
function plain(value: string | null): string {
  return (value ?? '').replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()
}
