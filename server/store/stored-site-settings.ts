// What addresses depend on, as the index of the content was written with it: facts of the index.
import type { DatabaseSync } from 'node:sqlite'
import { defaultLanguages, type SiteLanguages } from '../../shared/languages.ts'
import { type Section, type SiteSections, sectionsFrom } from '../../shared/sections.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import { readFact } from './content-index.ts'

/** A reading has written them. */
export function storedSiteSettings(database: DatabaseSync): AddressSettings {
  const languages = JSON.parse(readFact(database, 'languages') ?? 'null') as SiteLanguages | null
  return { languages: languages ?? defaultLanguages, sections: storedSections(database) }
}

export function storedSections(database: DatabaseSync): SiteSections {
  // A reading has written it.
  const list = JSON.parse(readFact(database, 'sections') ?? 'null') as Section[] | null
  return sectionsFrom(list ?? undefined)
}
