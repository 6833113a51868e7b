// Site files of the content index, such as site.yaml.
import type { DatabaseSync } from 'node:sqlite'
import { memoize } from '../base/memoize.ts'
import { emptySiteFile, type SiteFiles, siteFileNames, siteFileOf } from '../sources/markdown/site-files.ts'
import { createRevision } from './content-index.ts'

export type StoredSite = <Name extends keyof SiteFiles>(name: Name) => SiteFiles[Name]

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
