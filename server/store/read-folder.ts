// Folder reading: all files of the content folder as they are served, checked against each other.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../../shared/content/problem.ts'
import { defaultLanguages } from '../../shared/languages.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import { withSuggestion } from '../sources/markdown/fields.ts'
import type * as front from '../sources/markdown/front.ts'
import type { Report } from '../sources/markdown/problem.ts'
import { isNamed } from '../sources/markdown/regular-file.ts'
import { contentFolders, isVisible } from '../sources/markdown/scan.ts'
import { type SiteFiles, siteFileNames, siteFileOf } from '../sources/markdown/site-files.ts'
import { reportApprovals } from './approvals-check.ts'
import { type Entry, type FileUrl, keptEntry, readEntries, type Served } from './entry.ts'
import type { KeptFiles } from './kept-files.ts'
import { type MovedInSite, type Moves, readMoves } from './moves.ts'
import type { ServedText } from './record-changes.ts'
import type { RecordKey } from './records.ts'
import { reportMissingProducts } from './relations.ts'
import type { StoredFile, StoredFiles } from './stored-files.ts'
import { keepUnique, keepWithParent } from './uniqueness.ts'

/** `urls`: the local URLs of all files. `texts`: those that are served as they are. `present`: all files. */
type FoundFiles = { urls: FileUrl[]; texts: ServedText[]; present: Set<string> }
export type Found = FoundFiles & { served: Served; moves: Moves }
type FolderOptions = {
  files: StoredFiles
  kept: KeptFiles
  known: ReadonlyMap<string, RecordKey>
  root: string
  siteSettings: AddressSettings
  report: Report
}

/** Files that are left out, and whatever else is wrong, are reported. */
export function readFolder({ files, kept, known, root, siteSettings, report }: FolderOptions): Found {
  const { sections } = siteSettings
  reportUnknown(root, sections, report)
  const urls: FileUrl[] = []
  const present = new Set<string>()
  const read = <Front>(folder: string) => {
    const part = readEntries<Front>({ root, folder, files, report })
    urls.push(...part.urls)
    for (const file of part.files) present.add(file)
    return part.entries
  }
  function lastOf<Front>(entry: Entry<Front>): Entry<Front> | undefined {
    const row = kept.rowFor(entry.file, entry)
    urls.push(...(row?.urls ?? []).map((url) => ({ file: entry.file, isKept: true, ...url })))
    return row && keptEntry(entry, row)
  }
  const articleFolders = []
  for (const category of sections.slugs) articleFolders.push(read<front.ArticleFront>(category))
  const unique = keepUnique(articleFolders.flat(), { known, lastOf, report })
  const articles = keepWithParent(unique, { known, lastOf, report })
  const abouts = keepUnique(read<front.AboutFront>('about'), { known, lastOf, report })
  const downloads = keepUnique(read<front.DownloadFront>('download'), { known, lastOf, report })
  const manuals = keepUnique(read<front.ManualFront>('manual'), { known, lastOf, report })
  const site = readSiteFiles({ root, files, report })
  const served = { articles, abouts, downloads, manuals }
  reportMissingProducts(served, sections, report)
  reportApprovals(site.labels, served, siteSettings, report)
  return {
    served,
    moves: readMoves(served, site.moved, siteSettings, report),
    urls: [...urls, ...site.urls],
    texts: [...Object.values(served).flat().filter(isOwn).map(textOf), ...site.texts],
    present: new Set([...present, ...site.present]),
  }
}

export function isOwn({ isKept }: { isKept: boolean }): boolean {
  return !isKept
}

function textOf({ file, digest, front }: Entry<{ id: number; sign?: string | undefined }>): ServedText {
  return { file, digest, number: front.id, sign: front.sign }
}

/** A file that is not there is an empty one. */
function readSiteFiles({
  root,
  files,
  report,
}: Pick<FolderOptions, 'root' | 'files' | 'report'>): FoundFiles & {
  moved: MovedInSite
  labels: StoredFile | undefined
} {
  const names = siteFileNames.filter((file) => isNamed(join(root, file)))
  const stored = files.update('', names)
  reportUnnamed(stored, report)
  const urls = [...stored].flatMap(([file, { faults, urls, isKept }]) => {
    for (const fault of faults) report({ file, ...fault })
    return urls.map((url) => ({ file, isKept, ...url }))
  })
  const texts = [...stored].flatMap(([file, { digest, content, isKept }]) =>
    content === undefined || isKept ? [] : [{ file, digest, number: undefined, sign: undefined }],
  )
  const labels = stored.get(siteFileOf('labels'))
  return { urls, texts, present: new Set(stored.keys()), moved: movedIn(stored), labels }
}

function movedIn(stored: Map<string, StoredFile>): MovedInSite {
  const file = siteFileOf('site')
  const row = stored.get(file)
  // The reader of the site file has parsed it.
  const site = row?.content as SiteFiles['site'] | undefined
  return { file, redirects: site?.redirects ?? {}, lineOf: (field) => row?.lines[field] ?? 1 }
}

/** A site with a description and without a name. */
function reportUnnamed(stored: Map<string, StoredFile>, report: Report): void {
  const file = siteFileOf('site')
  // Their readers have parsed them.
  const site = stored.get(file)?.content as SiteFiles['site'] | undefined
  const brand = stored.get(siteFileOf('brand'))?.content as SiteFiles['brand'] | undefined
  const [lang] = site?.languages ?? defaultLanguages
  const isDescribed = Object.values(site?.[lang] ?? {}).some((value) => value !== undefined)
  if (!isDescribed || site?.[lang]?.title || brand?.[lang]?.name) return
  const problem = say('{lang}.title is missing, and brand.yaml has no {lang}.name', { lang })
  report({ file, line: 1, ...problem, effect: 'incomplete' })
}

const asFolder = (name: string) => `${name}/`

/** A misspelt name is content that the site does not show. Hidden files, backups of editors and documents are none. */
function reportUnknown(root: string, sections: SiteSections, report: Report): void {
  const folders = contentFolders(sections)
  const known = [...siteFileNames, ...folders]
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const { name } = entry
    if (known.includes(name) || !isVisible(name) || /^(readme|license|licence)\b/i.test(name)) continue
    const [file, what, candidates] = entry.isDirectory()
      ? [asFolder(name), say('unknown folder'), folders.map(asFolder)]
      : [name, say('unknown file'), siteFileNames]
    report({ file, line: 1, ...withSuggestion(what, file, candidates), effect: 'ignored' })
  }
}
