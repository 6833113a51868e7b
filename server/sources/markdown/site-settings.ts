// Settings of site.yaml that decide how other files are read: languages, sections, and the time zone of dates without an offset.
import { join } from 'node:path'
import { parse } from 'yaml'
import { readSectionList } from '../../../shared/content/content.ts'
import { noRichText } from '../../../shared/content/reader.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { defaultLanguages, languagesFrom, type SiteLanguages } from '../../../shared/languages.ts'
import { type SiteSections, sectionsFrom } from '../../../shared/sections.ts'
import { defaultSiteSettings, type SiteSettings } from '../../../shared/site-settings.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { isNamed, readRegularFile } from './regular-file.ts'

/**
 * The reader of site.yaml reports what is wrong with the file or a name. Where the file cannot be used, they are those of the text
 * in its record, so that a mistake moves neither dates nor addresses.
 */
export function siteSettingsOf(
  folder: string,
  recordOf: (file: string) => Uint8Array | undefined,
): SiteSettings {
  const file = 'site.yaml'
  if (!isNamed(join(folder, file))) return defaultSiteSettings
  const written = () => readRegularFile(join(folder, file))
  return (
    settingsIn(written) ?? settingsIn(() => recordOf(file)) ?? languagesOnly(written) ?? defaultSiteSettings
  )
}

/** Where the sections have a mistake and there is no record, the other files are still read in the languages of the site. */
function languagesOnly(read: () => Uint8Array | undefined): SiteSettings | undefined {
  try {
    const site: unknown = parse(Buffer.from(read() ?? '[]').toString())
    const languages = isRecord(site) ? languagesIn(site['languages']) : undefined
    return languages && { ...defaultSiteSettings, languages }
  } catch {
    return undefined
  }
}

/** Undefined where the text is not usable. */
function settingsIn(read: () => Uint8Array | undefined): SiteSettings | undefined {
  try {
    const site: unknown = parse(Buffer.from(read() ?? '[]').toString())
    if (site === null) return defaultSiteSettings
    const languages = isRecord(site) ? languagesIn(site['languages']) : undefined
    if (!languages || !isRecord(site)) return undefined
    const name = site['time_zone']
    const timeZone = typeof name === 'string' && isTimeZone(name) ? name : defaultSiteSettings.timeZone
    return { languages, sections: sectionsIn(site['sections']), timeZone }
  } catch {
    return undefined
  }
}

function languagesIn(value: unknown): SiteLanguages | undefined {
  return value === undefined || value === null ? defaultLanguages : languagesFrom(value)
}

/** Throws ContentError. */
function sectionsIn(value: unknown): SiteSections {
  const isNamed = value !== undefined && value !== null
  return sectionsFrom(isNamed ? readSectionList(value, noRichText) : undefined)
}
