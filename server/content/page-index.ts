// Index of the about pages, downloads and manuals of one language, as in responses.
import { contactSign } from '../../shared/constants.ts'
import type { About, Attachment, Download, Manual } from '../../shared/content/content.ts'
import type { Entry } from './entry.ts'
import type { AboutFront, DownloadFront, ManualFront } from './front.ts'
import { byPlace } from './list-order.ts'
import type { MediaFacts } from './media-facts.ts'

export type SentAbout = Omit<About, 'body' | 'languages'> & { body: string }
export type SentDownload = Omit<Download, 'languages'>
export type SentManual = Omit<Manual, 'body' | 'languages'> & { body: string }

export type AboutIndex = { byId: Map<number, SentAbout>; bySign: Map<string, SentAbout> }

export function createAboutIndex(entries: Entry<AboutFront>[]): AboutIndex {
  const placed = entries.toSorted((a, b) => byPlace(a.front, b.front))
  const others = placed.map(({ front }) => front).filter(({ sign }) => sign !== contactSign)
  const siblings = others.map(({ id, sign, title }) => ({ id, sign, title }))
  const pages = placed.map(({ front: { id, sign, title, cover }, page }): SentAbout => {
    return { id, sign, title, body: page.html, cover, siblings: sign === contactSign ? [] : siblings }
  })
  const signed = pages.flatMap((page) => (page.sign ? [[page.sign, page] as const] : []))
  return { byId: byId(pages), bySign: new Map(signed) }
}

export function createDownloadIndex(
  entries: Entry<DownloadFront>[],
  media: MediaFacts,
): Map<number, SentDownload> {
  const placed = entries.map(({ front }) => front).sort(byPlace)
  const categories = placed.map(({ id, title }) => ({ id, title }))
  return byId(
    placed.map(({ id, title, description, items }) => ({
      id,
      title,
      description,
      categories,
      items: items.map((item) => ({
        ...item,
        size: media.sizes.get(item.url),
        sha256: media.digests.get(item.url),
      })),
    })),
  )
}

export function createManualIndex(entries: Entry<ManualFront>[], media: MediaFacts): Map<number, SentManual> {
  return byId(
    entries.map(({ front: { id, title, attachments }, page }) => ({
      id,
      title,
      body: page.html,
      chapters: page.headings.filter(({ level }) => level === 2).map(({ id, title }) => ({ id, title })),
      attachments: attachments.map((file): Attachment => ({ ...file, size: media.sizes.get(file.url) })),
    })),
  )
}

function byId<T extends { id: number }>(items: T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]))
}
