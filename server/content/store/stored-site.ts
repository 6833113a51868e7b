// Site of the content index: its files, such as site.yaml, and what addresses depend on.
import type { DatabaseSync } from 'node:sqlite'
import { defaultLanguages, type SiteLanguages } from '../../../shared/languages.ts'
import { type Section, type SiteSections, sectionsFrom } from '../../../shared/sections.ts'
import type { AddressSettings } from '../../../shared/site-settings.ts'
import { memoize } from '../../base/memoize.ts'
import { emptySiteFile, type SiteFiles, siteFileNames, siteFileOf } from '../markdown/site-files.ts'
import { createRevision, readState } from './content-index.ts'

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

/** A reading has written them. */
export function storedSiteSettings(database: DatabaseSync): AddressSettings {
  const languages = JSON.parse(readState(database, 'languages') ?? 'null') as SiteLanguages | null
  return { languages: languages ?? defaultLanguages, sections: storedSections(database) }
}

export function storedSections(database: DatabaseSync): SiteSections {
  // A reading has written it.
  const list = JSON.parse(readState(database, 'sections') ?? 'null') as Section[] | null
  return sectionsFrom(list ?? undefined)
}
