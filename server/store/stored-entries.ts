// Stored entries: the rows of the content index for the items that are served.
import type { DatabaseSync } from 'node:sqlite'
import { sentNames } from '../../shared/content/field-readers.ts'
import { itemFields } from '../../shared/content/fields.ts'
import type { SectionKind } from '../../shared/sections.ts'
import type { ArticleFront } from '../sources/markdown/front.ts'
import { storedSections } from './stored-site-settings.ts'

const summaryNames = sentNames(itemFields.summary)
/** An article as lists show it. */
export type StoredSummary = Pick<ArticleFront, (typeof summaryNames)[number]>

/** `html`: of responses; `safe`: sanitised, of pages. */
export type TextForm = 'html' | 'safe'

/** SQL: whether an entry is in a section of this kind. An index of other kinds is another file. */
export function isInSectionOf(kind: SectionKind, database: DatabaseSync): string {
  const slugs = storedSections(database).ofKind(kind)
  return `category in (${slugs.map(({ slug }) => `'${slug}'`)})`
}

/** Why an item is not public. */
export type PublicationStatus = 'draft' | 'scheduled' | 'expired'

export function picked<Fields, Name extends keyof Fields>(fields: Fields, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>
}
