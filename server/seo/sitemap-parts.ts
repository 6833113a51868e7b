// The pages of a language in files of a size that search engines take, and each file as a stream.
import { createHash } from 'node:crypto'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import type { IndexedPage, PageIndex, Part } from './pages/page-index.ts'
import { etagOf } from './send-discovery.ts'
import { urlElement, urlSetEnd, urlSetStart } from './sitemap-xml.ts'

export type Limits = { urls: number; bytes: number }
/** sitemaps.org: 50 000 URLs and 50 MB, uncompressed. */
export const sitemapLimits: Limits = { urls: 50_000, bytes: 52_428_800 }

/** Divides what was found; `step` lets others go on in between. */
export async function divide(index: PageIndex, siteUrl: string, limits: Limits, step: () => Promise<void>) {
  for (const locale of locales) {
    let part = openPart(1)
    for (const pages of index.pages(locale)) {
      for (const page of pages) {
        const element = urlElement(page, locale, siteUrl)
        const bytes = Buffer.byteLength(element)
        if (part.urls === limits.urls || part.bytes + bytes > limits.bytes) {
          index.addPart(locale, closePart(part))
          part = openPart(part.number + 1)
        }
        add(part, page, element, bytes)
      }
      await step()
    }
    index.addPart(locale, closePart(part))
  }
}

/** The file of a part, some pages at a time. */
export async function* partXml(index: PageIndex, locale: Locale, part: Part, siteUrl: string) {
  yield urlSetStart
  for (const pages of index.pages(locale, part)) {
    yield pages.map((page) => urlElement(page, locale, siteUrl)).join('')
  }
  yield urlSetEnd
}

function openPart(number: number) {
  const bytes = Buffer.byteLength(urlSetStart + urlSetEnd)
  return { number, urls: 0, bytes, first: '', last: '', modified: '', hash: createHash('sha256') }
}

function add(part: ReturnType<typeof openPart>, page: IndexedPage, element: string, bytes: number) {
  part.first ||= page.path
  part.last = page.path
  part.urls++
  part.bytes += bytes
  part.hash.update(element)
  if ((page.modified ?? '') > part.modified) part.modified = page.modified ?? ''
}

function closePart({ number, first, last, modified, hash }: ReturnType<typeof openPart>): Part {
  return { number, first, last, etag: etagOf(hash), modified: modified || undefined }
}
