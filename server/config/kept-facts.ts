// Kept facts: the last good facts of the site, in DATA_DIR, so that routing depends on no call that may fail.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { noRichText } from '../../shared/content/reader.ts'
import { configSections } from '../../shared/content/sections.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { digest } from '../../shared/digest.ts'
import { isRecord } from '../../shared/is-record.ts'
import { listOf } from '../../shared/sections.ts'
import { defaultFacts, factsOf, type SiteFacts } from '../../shared/site-facts.ts'
import { parseJson } from '../base/json.ts'
import { createOffsetAt, createWithOffset, isTimeZone } from '../base/time-zone.ts'

export type KeptFacts = ReturnType<typeof createKeptFacts>

type KeptFactsOptions = {
  /** Facts of another upstream are not used. */
  config: { dataDir: string; apiBase: string }
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export function createKeptFacts({ config: { dataDir, apiBase }, log }: KeptFactsOptions) {
  const file = join(dataDir, 'site-facts.json')
  let current = openFacts(readFacts(file, apiBase))

  function keep({ languages, sections, timeZone }: SiteFacts): void {
    try {
      mkdirSync(dataDir, { recursive: true })
      const temporary = `${file}.${process.pid}.tmp`
      const kept = { apiBase, languages, sections: listOf(sections), timeZone }
      writeFileSync(temporary, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
      renameSync(temporary, file)
    } catch (err) {
      log.warn({ err, file }, 'languages, sections and time zone of the site not kept')
    }
  }

  return {
    now: () => current.facts,
    languages: () => current.facts.languages,
    sections: () => current.facts.sections,
    offsetAt: () => current.offsetAt,
    withOffset: () => current.withOffset,
    /** Part of the keys of what is made with the facts: what was made with others is not used. */
    edition: () => current.edition,
    /** What a site configuration says. */
    learn(config: Pick<SiteConfig, 'languages' | 'sections' | 'time_zone'>) {
      const next = factsOf(config, current.facts, isTimeZone)
      if (editionOf(next) === current.edition) return
      current = openFacts(next)
      const { sections, ...others } = next
      log.info({ ...others, sections: sections.slugs }, 'site facts changed')
      keep(next)
    },
  }
}

function openFacts(facts: SiteFacts) {
  const { timeZone } = facts
  const [offsetAt, withOffset] = [createOffsetAt(timeZone), createWithOffset(timeZone)]
  return { facts, offsetAt, withOffset, edition: editionOf(facts) }
}

function editionOf({ languages, sections, timeZone }: SiteFacts): string {
  const list = listOf(sections)
  const named = list ? [digest(JSON.stringify(list))] : []
  return [languages.join(), timeZone, ...named].join(' ')
}

/** The default ones where nothing has been kept, or for another upstream. */
function readFacts(file: string, apiBase: string): SiteFacts {
  try {
    const kept = parseJson(readFileSync(file))
    if (!isRecord(kept) || kept['apiBase'] !== apiBase) return defaultFacts
    const { languages, timeZone } = kept
    const sections = configSections(kept['sections'], noRichText, { omitted: [] })
    return factsOf({ languages, sections, time_zone: timeZone }, defaultFacts, isTimeZone)
  } catch {
    return defaultFacts
  }
}
