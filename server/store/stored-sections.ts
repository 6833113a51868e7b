// The sections of a content index: a fact of it.
import type { DatabaseSync } from 'node:sqlite'
import { listOf, type Section, type SiteSections, sectionsFrom } from '../../shared/sections.ts'
import { readFact, setFact } from './facts.ts'

const name = 'sections'

export function storeSections(database: DatabaseSync, sections: SiteSections): void {
  setFact(database, name, JSON.stringify(listOf(sections) ?? null))
}

export function storedSections(database: DatabaseSync): SiteSections {
  // As storeSections has written it.
  const list = JSON.parse(readFact(database, name) ?? 'null') as Section[] | null
  return sectionsFrom(list ?? undefined)
}
