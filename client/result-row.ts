// Rows of search results: their addresses and titles.
import { contactSign } from '../shared/constants.ts'
import type { Marked, SearchRow } from '../shared/content/content.ts'
import { articleHref, href } from '../shared/href.ts'
import type { PageLanguage } from '../shared/languages.ts'
import type { SiteSections } from '../shared/sections.ts'

/** The page or the file of a search result; '' for a file without a safe URL. `downloadId` has no id in its address. */
export function resultHref(
  row: FoundPlace,
  { language, downloadId, sections }: { language: PageLanguage; downloadId: number; sections: SiteSections },
): string {
  const { kind, id } = row
  const place = row.chapter ?? row.fragment
  const hash = place ? `#${encodeURIComponent(place)}` : ''
  switch (kind) {
    case 'about':
      return row.sign === contactSign ? href('contact', {}, language) : href('about', { id }, language)
    case 'manual':
      return href('manual', { id }, language) + hash
    case 'download':
      return row.file ? row.file.url : href('download', id === downloadId ? {} : { id }, language)
    default:
      return articleHref({ id, category: kind }, language, row.parent_id || undefined, sections) + hash
  }
}

/** The title of a chapter begins with that of its manual. */
export function resultTitle({
  title,
  chapter,
  within,
}: Pick<SearchRow, 'title' | 'chapter' | 'within'>): Marked {
  return chapter && within ? [{ text: `${within} · `, mark: undefined }, ...title] : title
}

export type FoundPlace = Pick<SearchRow, 'kind' | 'id' | 'parent_id' | 'sign' | 'chapter' | 'fragment'> & {
  file: { url: string } | undefined
}
