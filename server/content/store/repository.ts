// Content repository: what the calls read from the content index.
import type { FormField } from '../../../shared/form.ts'
import { defaultSiteSettings, siteSettingsFrom } from '../../../shared/site-settings.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { withBrand } from '../markdown/brand.ts'
import type { ContentSearch } from '../search/search-thread.ts'
import { memoizeContent, openIndexToRead } from './content-index.ts'
import { createFilters } from './filters.ts'
import { createItems } from './items.ts'
import { createFindMediaSize, type FindMediaDigest, versionOf } from './media.ts'
import { addressKey } from './moves.ts'
import { createStoredSite } from './stored-site.ts'

export type ContentRepository = ReturnType<typeof openContentRepository>

export function openContentRepository(indexFile: string, search: ContentSearch) {
  const database = openIndexToRead(indexFile)
  const media = createFindMediaSize(database)
  const site = createStoredSite(database)
  const siteSettings = memoizeContent(database, () =>
    siteSettingsFrom(site('site'), defaultSiteSettings, isTimeZone),
  )
  const redirect = database.prepare('select target from redirect where address = ?')
  const kinds = database.prepare(
    `select distinct coalesce(category, kind) as kind from served where place is not null or category is null`,
  )
  const mediaDigest: FindMediaDigest = (url, file) => {
    const { version, digest } = media(url)
    return !file || version === versionOf(file) ? digest : undefined
  }
  return {
    indexFile,
    items: createItems(database, media),
    filters: createFilters(database),
    siteSettings,
    mediaDigest,
    /** The sections that have items in their lists, and the kinds of pages that there are. */
    kinds: () => kinds.all().map(({ kind }) => String(kind)),
    search,
    /** Where an address without a page leads. In ASCII; may have a query and a fragment. */
    moved(path: string): string | undefined {
      const key = addressKey(path, siteSettings())
      const target = key === undefined ? undefined : redirect.get(key)?.['target']
      return typeof target === 'string' ? target : undefined
    },
    site,
    /** Undefined: the default form. */
    form(): FormField[] | undefined {
      const fields = site('form')
      return fields.length > 0 ? fields : undefined
    },
    /** Redirects are followed by this server. One object until content is published, so that a page reads it once. */
    siteConfig: memoizeContent(database, () => {
      const { redirects, ...stored } = site('site')
      return withBrand(stored, site('brand'))
    }),
    close(): void {
      database.close()
      search.end()
    },
  }
}
