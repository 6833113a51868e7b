// Tells one engine everything, in batches, each tried a few times; what was taken is remembered whatever comes after.
import { setTimeout as pause } from 'node:timers/promises'
import type { Changes } from './changes.ts'
import type { Engine, Outcome } from './engines.ts'
import type { PushWorld } from './push.ts'
import type { Listed } from './read-sitemaps.ts'

type Options = {
  engine: Engine
  changes: Changes
  /** Is changed, and then saved. */
  told: Listed
  listed: Listed
  world: Pick<PushWorld, 'out' | 'err' | 'sleep'>
  save: () => Promise<void>
}

const pausesMs = [1000, 5000, 20_000] as const
const longestPauseMs = 60_000

/** Whether everything was taken, as far as the engine wanted it. */
export async function tellAll({ engine, changes, told, listed, world, save }: Options): Promise<boolean> {
  const { out, err } = world
  const { fresh, changed, gone } = changes
  const urls = [...changed, ...fresh, ...(engine.wantsGone ? gone : [])]
  // Of no interest to this engine, and not to be remembered for ever.
  if (!engine.wantsGone) for (const url of gone) told.delete(url)
  let isWhole = true
  try {
    for (let start = 0; start < urls.length; start += engine.batch) {
      const batch = urls.slice(start, start + engine.batch)
      const outcome = await attempt(engine, batch, world)
      if (outcome.kind === 'enough') {
        out(`${engine.name}: takes no more today; ${urls.length - start} are left for next time\n`)
        break
      }
      if (outcome.kind !== 'taken') {
        err(`${engine.name}: ${outcome.reason}; ${urls.length - start} are left for next time\n`)
        return false
      }
      remember(batch, outcome.refused, told, listed)
      for (const url of outcome.refused) err(`${engine.name}: does not take ${url}\n`)
      isWhole &&= outcome.refused.length === 0
      out(`${engine.name}: ${start + batch.length} of ${urls.length}\n`)
    }
    return isWhole
  } finally {
    await save()
  }
}

function remember(batch: string[], refused: string[], told: Listed, listed: Listed) {
  const isRefused = new Set(refused)
  for (const url of batch) {
    const changed = listed.get(url)
    if (isRefused.has(url)) continue
    if (changed === undefined) told.delete(url)
    else told.set(url, changed)
  }
}

async function attempt(
  engine: Engine,
  batch: string[],
  { sleep = pause }: Options['world'],
): Promise<Outcome> {
  for (const planned of pausesMs) {
    const outcome = await once(engine, batch)
    if (outcome.kind !== 'later') return outcome
    const { retryAfter } = outcome
    const wanted = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : planned
    if (wanted > longestPauseMs) return outcome
    await sleep(wanted)
  }
  return once(engine, batch)
}

function once(engine: Engine, batch: string[]): Promise<Outcome> {
  return engine
    .tell(batch)
    .catch((error: Error): Outcome => ({ kind: 'later', reason: error.message, retryAfter: '' }))
}
