// What addresses depend on, as the index of the content was written with it: facts of the index.
import type { DatabaseSync } from 'node:sqlite'
import { defaultLanguages, type SiteLanguages } from '../../shared/languages.ts'
import { listOf, type Section, type SiteSections, sectionsFrom } from '../../shared/sections.ts'
import type { AddressFacts } from '../../shared/site-facts.ts'
import { readFact, setFact } from './facts.ts'

export function storeFacts(database: DatabaseSync, { languages, sections }: AddressFacts): void {
  setFact(database, 'languages', JSON.stringify(languages))
  setFact(database, 'sections', JSON.stringify(listOf(sections) ?? null))
}

/** `storeFacts` has written the facts. */
export function storedFacts(database: DatabaseSync): AddressFacts {
  const languages = JSON.parse(readFact(database, 'languages') ?? 'null') as SiteLanguages | null
  return { languages: languages ?? defaultLanguages, sections: storedSections(database) }
}

export function storedSections(database: DatabaseSync): SiteSections {
  // `storeFacts` has written it.
  const list = JSON.parse(readFact(database, 'sections') ?? 'null') as Section[] | null
  return sectionsFrom(list ?? undefined)
}
