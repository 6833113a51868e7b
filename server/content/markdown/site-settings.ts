// Settings of site.yaml that decide how other files are read: languages, sections, and the time zone of dates without an offset.
import { join } from 'node:path'
import { defaultSiteSettings, type SiteSettings, siteSettingsFrom } from '../../../shared/site-settings.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { isNamed, readRegularFile } from './regular-file.ts'
import { readSite, siteFileOf } from './site-files.ts'
import { parseSource, readSource, textOf } from './source.ts'

/**
 * What is wrong with the file is reported where it is stored. Where it cannot be used, they are those of its last valid text, so that a
 * mistake moves neither dates nor addresses.
 */
export function siteSettingsOf(folder: string, lastValid: () => Uint8Array | undefined): SiteSettings {
  const file = join(folder, siteFileOf('site'))
  const settings = isNamed(file) && (settingsIn(() => readRegularFile(file)) ?? settingsIn(lastValid))
  return settings || defaultSiteSettings
}

/** Undefined where there is no text, or it cannot be used. */
function settingsIn(read: () => Uint8Array | undefined): SiteSettings | undefined {
  try {
    const bytes = read()
    const source = bytes && parseSource(textOf(bytes))
    if (source?.value === null) return defaultSiteSettings
    const { content } = source ? readSource(source, readSite, String) : {}
    return content && siteSettingsFrom(content, defaultSiteSettings, isTimeZone)
  } catch {
    return undefined
  }
}
