// Site settings: what of the site configuration routing, addresses and dates depend on. They change while the server runs.
import { defaultTimeZone } from './constants.ts'
import { defaultLanguages, languagesFrom, type SiteLanguages } from './languages.ts'
import { defaultSections, type Section, type SiteSections, sectionsFrom } from './sections.ts'

export type SiteSettings = {
  languages: SiteLanguages
  sections: SiteSections
  /** An IANA name. */
  timeZone: string
}

/** The settings that addresses depend on. */
export type AddressSettings = Pick<SiteSettings, 'languages' | 'sections'>

export const defaultSiteSettings: SiteSettings = {
  languages: defaultLanguages,
  sections: defaultSections,
  timeZone: defaultTimeZone,
}

/** The settings as a reader has them; the sections are null where they are unusable. */
type Named = {
  [Name in 'languages' | 'time_zone']?: unknown
} & { sections?: readonly Section[] | null | undefined }

/** The settings of a site configuration; where it names something unusable, what is `known`. */
export function siteSettingsFrom(
  { languages, sections, time_zone: timeZone }: Named,
  known: SiteSettings,
  isTimeZone: (name: string) => boolean,
): SiteSettings {
  return {
    languages: languages === undefined ? defaultLanguages : (languagesFrom(languages) ?? known.languages),
    sections: sections === null ? known.sections : sectionsFrom(sections),
    timeZone:
      timeZone === undefined
        ? defaultTimeZone
        : typeof timeZone === 'string' && isTimeZone(timeZone)
          ? timeZone
          : known.timeZone,
  }
}
