// Rows of search results: their addresses.
import { contactSign } from '../shared/constants.ts'
import type { SearchRow } from '../shared/content/content.ts'
import { articleHref, href } from '../shared/href.ts'
import type { PageLanguage } from '../shared/languages.ts'

/** The page or the file of a search result; `downloadId` has no id in its address. '' for a file without a safe URL. */
export function resultHref(row: Place, language: PageLanguage, downloadId: number): string {
  const { kind, id } = row
  switch (kind) {
    case 'about':
      return row.sign === contactSign ? href('contact', {}, language) : href('about', { id }, language)
    case 'manual':
      return href('manual', { id }, language) + (row.chapter ? `#${encodeURIComponent(row.chapter)}` : '')
    case 'download':
      return row.file ? row.file.url : href('download', id === downloadId ? {} : { id }, language)
    default:
      return articleHref({ id, category: kind }, language, row.parent_id || undefined)
  }
}
type Place = Pick<SearchRow, 'kind' | 'id' | 'parent_id' | 'sign' | 'chapter' | 'file'>
