// Reading: updates the content database from the folder, in one transaction. Takes long with much content, so it runs on its own thread.
import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { dirname } from 'node:path/posix'
import type { DatabaseSync } from 'node:sqlite'
import { pageKinds } from '../../../shared/constants.ts'
import type { ContentChange, ContentFault } from '../../base/content-source.ts'
import { createParseBytes } from '../markdown/parse-file.ts'
import type { Report } from '../markdown/problem.ts'
import { contentFolders, scanFolder } from '../markdown/scan.ts'
import { siteFileNames, siteSettingsOf } from '../markdown/site-files.ts'
import { checkContent, storedFaults } from './checks.ts'
import derived from './content-index.sql'
import { openIndexToWrite, readState, setState } from './content-index.ts'
import { createFiles, markdownIn, type StartFile } from './files.ts'
import storeLastValidTexts from './last-valid-texts.sql'
import { createFindMedia, storeMedia } from './media.ts'
import { storeMoves } from './moves.ts'
import publishing from './publish.sql'
import { isDue, type Reading, type ReadingJob, readingCode } from './reading.ts'
import { keepUnique } from './uniqueness.ts'

/** See readChanges. */
export async function readContent(job: ReadingJob, started: StartFile): Promise<Reading> {
  const { folder: root, at, last, richText } = job
  const database = openIndexToWrite(job.indexFile)
  try {
    database.exec('begin immediate')
    const siteText = database.prepare(`select body from text where path = 'site.yaml'`)
    const settings = siteSettingsOf(root, () => siteText.get()?.['body'] as Uint8Array | undefined)
    const folders = contentFolders(settings.sections)
    const { digest, versions } = scanFolder(root, folders)
    const stored = storedReading(database, job, settings)

    const problems: ContentFault[] = []
    const report: Report = (problem) => void problems.push(problem)
    const parse = createParseBytes(settings, richText)
    const files = createFiles(database, job, { parse, versions, started })
    const paths = Map.groupBy(versions.keys(), dirname)
    for (const folder of [...settings.sections.slugs, ...pageKinds])
      files.update(folder, markdownIn(paths.get(folder) ?? [], root, report))
    const siteFiles = siteFileNames.filter((file) => versions.has(file))
    files.update('', siteFiles)
    if (last && stored) rejectEmpty(root, database)
    problems.push(...storedFaults(database), ...keepUnique(database, files))
    const step = () => started('')
    step()
    const media = await storeMedia(database, createFindMedia(root), step)
    const isChanged = files.isChanged() || media.length > 0
    const published =
      stored && !isChanged && !isDue(at, stored) ? stored : publish(database, job, media, stored)
    step()
    database.exec(storeLastValidTexts)
    const checked = { database, siteSettings: settings, lineOf: files.lineOf, report, root }
    storeMoves(checked)
    checkContent(checked)
    const reading: Reading = { ...published, problems, isNew: !stored, digest, folders, at }
    const { version } = reading.update
    const unchanged: Reading = { ...reading, isNew: false, update: { version, since: version, changes: [] } }
    setState(database, 'reading', JSON.stringify(unchanged))
    database.exec('commit; pragma wal_checkpoint(truncate)')
    return reading
  } finally {
    database.close()
  }
}

/** The reading before this one; without one of the same code, folder and settings everything is derived anew. */
function storedReading(
  database: DatabaseSync,
  job: ReadingJob,
  { languages, sections, timeZone }: ReturnType<typeof siteSettingsOf>,
): Reading | undefined {
  const root = resolve(job.folder)
  const kinds = sections.list.map(({ slug, kind }) => [slug, kind] as const)
  const identity = JSON.stringify([readingCode(job), root, languages, timeZone, kinds])
  const last = readState(database, 'identity')
  // A reading has written it.
  if (last === identity) return JSON.parse(String(readState(database, 'reading'))) as Reading
  // The texts of another folder are not those of this one.
  if (last && JSON.parse(last)[1] !== root) database.exec('delete from text')
  const made = `select name, type from pragma_table_list where schema = 'main' and type <> 'shadow'
    and name not in ('text', 'state', 'sqlite_schema')`
  for (const { name, type } of database.prepare(made).all())
    database.exec(`drop ${type === 'view' ? type : 'table'} "${name}"`)
  database.exec(derived)
  setState(database, 'identity', identity)
  const putSection = database.prepare('insert into section values (?, ?)')
  for (const section of kinds) putSection.run(...section)
  return undefined
}

/** A network folder that is not mounted is an empty folder, and no reason to remove everything. */
function rejectEmpty(folder: string, database: DatabaseSync): void {
  const emptied = database.prepare('select 1 from served where not exists (select 1 from file)')
  if (emptied.get()) throw new Error(`content: ${folder} is empty`)
}

/** Stores what is public at the time of the reading, and finds what has changed since the previous one. */
function publish(database: DatabaseSync, job: ReadingJob, media: string[], last: Reading | undefined) {
  database.exec('create temp table publication (at real, drafts integer)')
  database.prepare('insert into publication values (?, ?)').run(job.at, Number(job.showsDrafts))
  database.exec(publishing)
  const { nextAt, changes: found, content } = database.prepare('select * from published').get()!
  // publish.sql has written them.
  const changes = JSON.parse(String(found)) as ContentChange[]
  changes.push(...media.map((url) => ({ kind: 'media' as const, url })))
  // One version on all servers with the same files.
  const version = hash('sha1', readingCode(job) + content, 'base64url')
  const update = { version, since: last?.update.version, changes: last ? changes : ('unknown' as const) }
  return { nextAt: (nextAt as number | null) ?? undefined, update }
}
