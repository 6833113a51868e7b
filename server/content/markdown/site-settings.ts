// Settings of site.yaml that decide how other files are read: languages, sections, and the time zone of dates without an offset.
import { join } from 'node:path'
import { parse } from 'yaml'
import { readSectionList } from '../../../shared/content/content.ts'
import { noRichText } from '../../../shared/content/reader.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { defaultLanguages, languagesFrom } from '../../../shared/languages.ts'
import { defaultSiteSettings, type SiteSettings, siteSettingsFrom } from '../../../shared/site-settings.ts'
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
  const written = parsed(() => readRegularFile(join(folder, file)))
  return settingsIn(written) ?? settingsIn(parsed(() => recordOf(file))) ?? withLanguagesOf(written)
}

/** Undefined where there is no text, or it cannot be used. */
function parsed(read: () => Uint8Array | undefined): unknown {
  try {
    const text = read()
    return text && parse(Buffer.from(text).toString())
  } catch {
    return undefined
  }
}

function settingsIn(site: unknown): SiteSettings | undefined {
  if (site === null) return defaultSiteSettings
  if (!isRecord(site) || !languagesFrom(site['languages'] ?? defaultLanguages)) return undefined
  try {
    const sections = site['sections'] ? readSectionList(site['sections'], noRichText) : undefined
    return siteSettingsFrom({ ...site, sections }, defaultSiteSettings, isTimeZone)
  } catch {
    return undefined
  }
}

/** Where the sections have a mistake and there is no record, the other files are still read in the languages of the site. */
function withLanguagesOf(site: unknown): SiteSettings {
  const named = isRecord(site) ? { languages: site['languages'] } : {}
  return siteSettingsFrom({ ...named, sections: null }, defaultSiteSettings, isTimeZone)
}
