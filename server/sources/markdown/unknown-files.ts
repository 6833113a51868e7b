// Unknown files: names in the root of the content folder that the site does not know.
import { readdirSync } from 'node:fs'
import { say } from '../../../shared/content/problem.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import { withSuggestion } from './fields.ts'
import type { Report } from './problem.ts'
import { contentFolders, isVisible } from './scan.ts'
import { siteFileNames } from './site-files.ts'

const asFolder = (name: string) => `${name}/`

/** A misspelt name is content that the site does not show. Hidden files, backups of editors and documents are none. */
export function reportUnknown(root: string, sections: SiteSections, report: Report): void {
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
