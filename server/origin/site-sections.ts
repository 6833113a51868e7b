// Sections of an upstream: those of its latest site configuration, kept in DATA_DIR, so that routing does not depend on a call.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configSections } from '../../shared/content/sections.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Section } from '../../shared/sections.ts'
import type { AppContext } from '../app-context.ts'

export type LearnSections = (config: Pick<SiteConfig, 'sections'>) => void

/** Content of our own has told its sections already. */
export function createSiteSections({ config, origin, sections, telemetry }: AppContext): LearnSections {
  if (origin.read) return () => {}
  const { log } = telemetry
  const kept = keptSections(config)
  const before = kept.read()
  if (before) sections.set(before)
  return ({ sections: list }) => {
    // A list that cannot be used: those that were there stay.
    if (list === null || !sections.set(list)) return
    log.info({ sections: sections.now().slugs }, 'sections of the site changed')
    try {
      kept.write(list)
    } catch (err) {
      log.warn({ err }, 'sections of the site not kept for the next start')
    }
  }
}

/** Those of another upstream are not used. */
function keptSections({ dataDir, apiBase }: AppContext['config']) {
  const file = join(dataDir, 'sections.json')
  return {
    read(): Section[] | undefined {
      try {
        const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
        if (!isRecord(kept) || kept['apiBase'] !== apiBase) return undefined
        return configSections(kept['sections'], noRichText) ?? undefined
      } catch {
        return undefined
      }
    },
    write(list: Section[] | undefined): void {
      if (!list) {
        rmSync(file, { force: true })
        return
      }
      writeFileSync(`${file}.new`, JSON.stringify({ apiBase, sections: list }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function noRichText(): never {
  throw new Error('sections have no rich text')
}
