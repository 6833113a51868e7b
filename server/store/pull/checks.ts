// Checks of the map and the site by what has been read: lines of the map without effect, and a site without a title.
import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { listOf } from '../../../shared/sections.ts'
import { recordIn } from '../../base/json.ts'
import { type ApiMap, itemKinds } from '../../sources/systems/api-map.ts'
import { untitled } from '../../sources/systems/fixed-text.ts'
import type { Noticed } from '../../sources/systems/noticed.ts'
import { valueAt } from '../../sources/systems/values.ts'
import type { PulledFolder } from './folder.ts'
import { createLostFields } from './lost-fields.ts'
import type { PulledState } from './state.ts'

type ChecksOptions = {
  map: ApiMap
  folder: Pick<PulledFolder, 'read' | 'known'>
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => number
}

export type Checks = ReturnType<typeof createChecks>

export function createChecks({ map, folder, log, now }: ChecksOptions) {
  const digest = hash('sha256', JSON.stringify({ ...map, sections: listOf(map.sections) })).slice(0, 12)
  const lostFields = createLostFields({ folder, now })
  /** What was noticed in whole parts. */
  const noticed: Record<string, Noticed> = {}
  let problems: string[] = []

  return {
    /** Whether everything has to be read again, because the map has changed. */
    load(state: PulledState): boolean {
      const isSame = state.map === digest
      if (isSame) {
        lostFields.load(state)
        Object.assign(noticed, state.noticed)
      }
      problems = state.problems ?? []
      return state.map !== undefined && !isSame
    },
    described: lostFields.described,
    kept: lostFields.kept,
    /** Notes what a walk through all entries of a part has noticed. */
    walked: (part: string, ofPart: Noticed): void => {
      noticed[part] = ofPart
    },
    /** Called after a pass. */
    async run(): Promise<void> {
      const current = [
        ...typeProblems(map, folder),
        ...fieldProblems(map, Object.values(noticed)),
        ...(await titleProblems(folder)),
        ...lostFields.problems(),
      ]
      for (const problem of current)
        if (!problems.includes(problem)) log.warn({ problem }, 'content system: cannot be used')
      problems = current
    },
    warnings: (): string[] => problems.map((problem) => `content system: ${problem}`),
    state: (): Pick<PulledState, 'fields' | 'noticed' | 'lost' | 'map' | 'problems'> => ({
      fields: lostFields.fields(),
      lost: lostFields.lost(),
      noticed,
      map: digest,
      problems,
    }),
  }
}

function typeProblems(map: ApiMap, folder: Pick<PulledFolder, 'known'>): string[] {
  return itemKinds(map).flatMap((kind) => {
    const source = map.types?.[kind]
    const isEmpty = ![...folder.known.values()].some((item) => item.kind === kind)
    return source && source !== 'none' && isEmpty
      ? [`types.${kind} of the map: no items of ${source.type}`]
      : []
  })
}

/** Problems of fields for kinds whose entries have all been read. */
function fieldProblems(map: ApiMap, all: Noticed[]): string[] {
  return itemKinds(map).flatMap((kind) =>
    Object.entries(map.fields?.[kind] ?? {}).flatMap(([name, path]) => {
      const isRead = all.some(({ kinds }) => kinds.includes(kind))
      const isThere = all.some(({ mapped }) => mapped.includes(`${kind}.${name}`))
      return isRead && !isThere ? [`fields.${kind}.${name} of the map: ${path} is not in any entry`] : []
    }),
  )
}

async function titleProblems(folder: Pick<PulledFolder, 'read'>): Promise<string[]> {
  // Written as JSON; a damaged file is written again.
  const site = recordIn((await folder.read('site.yaml')) ?? '')
  const isUntitled = valueAt(site, 'zh.title') === untitled.zh && valueAt(site, 'en.title') === untitled.en
  return isUntitled ? ['no title of the site: write site of the map, with a title'] : []
}
