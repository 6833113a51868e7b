// Site of the content index: its files, such as site.yaml, and what addresses depend on.
import type { DatabaseSync } from 'node:sqlite'
import type { SiteSections } from '../../../shared/sections.ts'
import { defaultSiteSettings, type SiteSettings, siteSettingsFrom } from '../../../shared/site-settings.ts'
import { memoize } from '../../base/memoize.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { emptySiteFile, type SiteFiles, siteFileNames, siteFileOf } from '../markdown/site-files.ts'
import { createRevision } from './content-index.ts'

type StoredSite = <Name extends keyof SiteFiles>(name: Name) => SiteFiles[Name]

/** Empty for a file that is missing or left out. Memoized: each page asks for several of them, 0.1 of 2.1 ms of CPU. */
export function createStoredSite(database: DatabaseSync): StoredSite {
  const content = database.prepare('select content from file where path = ? and content is not null')
  const revision = createRevision(database)
  const site = memoize(
    (name: keyof SiteFiles): SiteFiles[typeof name] => {
      const row = content.get(siteFileOf(name))
      // The readers of the site files have parsed it.
      return row ? (JSON.parse(String(row['content'])) as SiteFiles[typeof name]) : emptySiteFile(name)
    },
    { keyOf: (name) => `${revision()} ${name}`, bound: { entries: siteFileNames.length } },
  )
  return <Name extends keyof SiteFiles>(name: Name) => site(name) as SiteFiles[Name]
}

export function storedSiteSettings(database: DatabaseSync): SiteSettings {
  return siteSettingsFrom(createStoredSite(database)('site'), defaultSiteSettings, isTimeZone)
}

export function storedSections(database: DatabaseSync): SiteSections {
  return storedSiteSettings(database).sections
}
