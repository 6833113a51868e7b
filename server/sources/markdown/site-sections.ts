// Sections of a content folder: those of site.yaml, else the default ones.
import { type Section, type SiteSections, sectionsFrom } from '../../../shared/sections.ts'
import { readSectionList } from './site-files.ts'
import { type RecordOf, valueInSite } from './site-values.ts'

/** Where site.yaml cannot be used, those of its last valid text, so that a mistake moves no address. */
export function sectionsOf(folder: string, recordOf: RecordOf): SiteSections {
  const found = valueInSite(folder, recordOf, (site): Section[] | undefined => {
    if (site === null || !('sections' in site) || site.sections === null) return []
    return readSectionList(site.sections, noRichText)
  })
  return sectionsFrom(found)
}

function noRichText(): never {
  throw new Error('sections have no rich text')
}
