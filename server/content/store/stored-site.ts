// Site of the content index: its files, such as site.yaml.
import type { DatabaseSync } from 'node:sqlite'
import { emptySiteFile, type SiteFiles, siteFileNames, siteFileOf } from '../markdown/site-files.ts'
import { memoizeContent } from './content-index.ts'

/** Empty for a file that is missing or left out. Memoized: each page reads several of them, 0.1 of 2.1 ms of CPU. */
export function createStoredSite(database: DatabaseSync) {
  const content = database.prepare('select content from file where path = ? and content is not null')
  const read = (name: keyof SiteFiles): unknown => {
    const row = content.get(siteFileOf(name))
    return row ? JSON.parse(String(row['content'])) : emptySiteFile(name)
  }
  const site = memoizeContent(database, read, siteFileNames.length)
  // The readers of the site files have parsed it.
  return <Name extends keyof SiteFiles>(name: Name) => site(name) as SiteFiles[Name]
}
