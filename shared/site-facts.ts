// Site facts: what of the site configuration routing, addresses and dates depend on. They change while the server runs.
import { defaultTimeZone } from './constants.ts'
import { defaultLanguages, languagesFrom, type SiteLanguages } from './languages.ts'

export type SiteFacts = {
  languages: SiteLanguages
  /** An IANA name. */
  timeZone: string
}

export const defaultFacts: SiteFacts = { languages: defaultLanguages, timeZone: defaultTimeZone }

/** As a reader has them, or a file. */
type Named = { [Name in 'languages' | 'time_zone']?: unknown }

/** Of a site configuration; where it names something unusable, what is `known`. */
export function factsOf(
  { languages, time_zone: timeZone }: Named,
  known: SiteFacts,
  isTimeZone: (name: string) => boolean,
): SiteFacts {
  return {
    languages: languages === undefined ? defaultLanguages : (languagesFrom(languages) ?? known.languages),
    timeZone:
      timeZone === undefined
        ? defaultTimeZone
        : typeof timeZone === 'string' && isTimeZone(timeZone)
          ? timeZone
          : known.timeZone,
  }
}
