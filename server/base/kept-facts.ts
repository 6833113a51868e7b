// Kept facts: the last good facts of the site, in DATA_DIR, so that routing depends on no call that may fail.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { WithOffset } from '../../shared/content/reader.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import type { OffsetAt } from '../../shared/format.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { SiteLanguages } from '../../shared/languages.ts'
import { defaultFacts, factsOf, type SiteFacts } from '../../shared/site-facts.ts'
import { parseJson } from './json.ts'
import { createOffsetAt, createWithOffset, isTimeZone } from './time-zone.ts'

export type KeptFacts = {
  languages: () => SiteLanguages
  offsetAt: () => OffsetAt
  withOffset: () => WithOffset
  /** Part of the keys of what is made with the facts: what was made with others is not used. */
  edition: () => string
  /** What a site configuration says. */
  learn: (config: Pick<SiteConfig, 'languages' | 'time_zone'>) => void
}

/** In DATA_DIR. */
export const factsFile = (dataDir: string) => join(dataDir, 'site-facts.json')

type Options = { file: string; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

export function createKeptFacts({ file, log }: Options): KeptFacts {
  let current = openFacts(readFacts(file))
  let last: object | undefined

  function keep(facts: SiteFacts): void {
    try {
      mkdirSync(dirname(file), { recursive: true })
      const temporary = `${file}.${process.pid}.tmp`
      writeFileSync(temporary, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
      renameSync(temporary, file)
    } catch (err) {
      log.warn({ err, file }, 'languages and time zone of the site not kept')
    }
  }

  return {
    languages: () => current.facts.languages,
    offsetAt: () => current.offsetAt,
    withOffset: () => current.withOffset,
    edition: () => current.edition,
    learn(config) {
      // The same object until the configuration changes.
      if (config === last) return
      last = config
      const next = openFacts(factsOf(config, current.facts, isTimeZone))
      if (next.edition === current.edition) return
      current = next
      log.info({ ...next.facts }, 'site facts changed')
      keep(next.facts)
    },
  }
}

function openFacts(facts: SiteFacts) {
  const { languages, timeZone } = facts
  const [offsetAt, withOffset] = [createOffsetAt(timeZone), createWithOffset(timeZone)]
  return { facts, offsetAt, withOffset, edition: `${languages.join()} ${timeZone}` }
}

/** The default ones where nothing has been kept. */
function readFacts(file: string): SiteFacts {
  try {
    const kept = parseJson(readFileSync(file))
    if (!isRecord(kept)) return defaultFacts
    const { languages, timeZone } = kept
    return factsOf({ languages, time_zone: timeZone }, defaultFacts, isTimeZone)
  } catch {
    return defaultFacts
  }
}
