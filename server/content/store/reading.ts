// A reading of the content folder: what it is given, and what it finds.
import type { ContentFault, ContentUpdate } from '../../base/content-source.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'

export type ReadingJob = {
  folder: string
  indexFile: string
  /** Milliseconds since 1970. */
  at: number
  /** What is served; without it a folder that has changed is read at once, and not when two scans find the same. */
  last?: Scanned | undefined
  /** Drafts, scheduled and expired items are served as well. */
  showsDrafts: boolean
  /** How texts are sanitised. */
  richText: RichTextOptions
  /** Version of the code that reads. */
  version: string
  /** Files that took too long, and are not read. */
  slow?: string[]
}
/**
 * `isNew`: everything was derived anew. `digest`: of the folder as it was read; `folders`: those that have content. `at`: time of the
 * reading; `nextAt`: when the next item appears or disappears, in milliseconds since 1970.
 */
export type Reading = {
  problems: ContentFault[]
  isNew: boolean
  digest: string
  folders: string[]
  at: number
  nextAt: number | undefined
  update: ContentUpdate
}
/** What tells whether the folder must be read. */
type Scanned = Pick<Reading, 'digest' | 'folders' | 'at' | 'nextAt'>
/** `ms`: how long the scan took. Without a reading nothing has changed. */
export type Outcome = { ms: number; reading?: Reading | undefined }

/** Version of the code that reads, and its options, which responses depend on. */
export function readingCode({ version, richText, showsDrafts }: ReadingJob): string {
  return JSON.stringify([version, { richText, showsDrafts }])
}

/** The clock may have been set back: then no time is to be trusted. */
export function isDue(now: number, { at, nextAt = Number.POSITIVE_INFINITY }: Scanned): boolean {
  return now < at || now >= nextAt
}
