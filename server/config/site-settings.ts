// Site settings: the last good ones, saved in DATA_DIR, so that routing depends on no call that may fail.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { readSectionList } from '../../shared/content/content.ts'
import { noRichText } from '../../shared/content/reader.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { digest } from '../../shared/digest.ts'
import { isRecord } from '../../shared/is-record.ts'
import { givenSections } from '../../shared/sections.ts'
import { defaultSiteSettings, type SiteSettings, siteSettingsFrom } from '../../shared/site-settings.ts'
import { parseJson } from '../base/json.ts'
import { createOffsetAt, createWithOffset, isTimeZone } from '../base/time-zone.ts'

export type CurrentSiteSettings = ReturnType<typeof createSiteSettings>

/** `apiBase`: settings of another upstream are not used. */
export function createSiteSettings(
  { dataDir, apiBase }: { dataDir: string; apiBase: string },
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
) {
  // Its name in the data of 0.2.
  const file = join(dataDir, 'site-facts.json')
  const open = (settings: SiteSettings) => {
    const { languages, sections, timeZone } = settings
    const data = { languages, sections: givenSections(sections), timeZone }
    const [offsetAt, withOffset] = [createOffsetAt(timeZone), createWithOffset(timeZone)]
    return { settings, data, offsetAt, withOffset, revision: digest(JSON.stringify(data)) }
  }
  let current = open(readSiteSettings(file, apiBase))

  function save(): void {
    try {
      mkdirSync(dataDir, { recursive: true })
      const temporary = `${file}.${process.pid}.tmp`
      writeFileSync(temporary, `${JSON.stringify({ apiBase, ...current.data })}\n`, { mode: 0o600 })
      renameSync(temporary, file)
    } catch (err) {
      log.warn({ err, file }, 'languages, sections and time zone of the site not saved')
    }
  }

  return {
    now: () => current.settings,
    languages: () => current.settings.languages,
    sections: () => current.settings.sections,
    offsetAt: () => current.offsetAt,
    withOffset: () => current.withOffset,
    /** Part of the keys of what is made with the settings: what was made with others is not used. */
    revision: () => current.revision,
    /** What a site configuration says. */
    update(config: Pick<SiteConfig, 'languages' | 'sections' | 'time_zone'>) {
      const next = open(siteSettingsFrom(config, current.settings, isTimeZone))
      if (next.revision === current.revision) return
      current = next
      const { sections, ...others } = next.settings
      log.info({ ...others, sections: sections.slugs }, 'site settings changed')
      save()
    },
  }
}

/** The default ones where nothing has been saved, or for another upstream. */
function readSiteSettings(file: string, apiBase: string): SiteSettings {
  try {
    const saved = parseJson(readFileSync(file))
    if (!isRecord(saved) || saved['apiBase'] !== apiBase) return defaultSiteSettings
    const { languages, sections: listed, timeZone } = saved
    const sections = listed === undefined ? undefined : readSectionList(listed, noRichText)
    return siteSettingsFrom({ languages, sections, time_zone: timeZone }, defaultSiteSettings, isTimeZone)
  } catch {
    return defaultSiteSettings
  }
}
