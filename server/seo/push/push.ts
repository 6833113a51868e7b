// The push command: tells search engines which pages are new, have changed or are gone since last time.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import {
  createBaidu,
  createIndexNow,
  type Endpoints,
  type Engine,
  endpoints as known,
  type Outcome,
} from './engines.ts'
import { createAsk } from './http.ts'
import { type Listed, readSitemaps } from './read-sitemaps.ts'
import { readTold, toldFile, writeTold } from './submitted.ts'

export const usage = `node dist/server/main.js push [--dry-run] [--all] [--only indexnow|baidu] [--from <url>]

  Tells search engines what is new, changed or gone since last time. Off until INDEXNOW_KEY or BAIDU_TOKEN is set.

  --dry-run   prints what would be told, and tells nobody
  --all       tells everything again
  --only      one of the engines
  --from      where the running site is asked for its sitemaps; SITE_URL unless told otherwise

  Exit codes: 0 told, or nothing to tell, or the engine has enough for today; 1 something was not taken, and is told
  of next time; 64 wrong use; 69 the site's sitemaps cannot be read; 78 nothing is configured.
`

export type PushWorld = {
  config: Pick<Config, 'siteUrl' | 'dataDir' | 'indexNowKey' | 'baiduToken'>
  out: (text: string) => void
  err: (text: string) => void
  /** Where the engines are asked; their own addresses unless told otherwise. */
  endpoints?: Endpoints
  sleep?: (ms: number) => Promise<unknown>
}

const exitCodes = { done: 0, failed: 1, usage: 64, unavailable: 69, configuration: 78 } as const

/** Resolves with the exit code. */
export async function runPush(args: string[], world: PushWorld): Promise<number> {
  const { config, out, err, endpoints = known } = world
  const options = readArgs(args)
  if (!options) {
    err(usage)
    return exitCodes.usage
  }
  const { ask, close } = createAsk()
  try {
    const engines = enginesOf(config, endpoints, ask).filter(
      ({ name }) => options.only === undefined || options.only === name,
    )
    const problem =
      engines.length === 0
        ? 'push is off: set INDEXNOW_KEY or BAIDU_TOKEN'
        : new URL(config.siteUrl).hostname === 'localhost' && 'SITE_URL is not the public address of a site'
    if (problem) {
      err(`${problem}\n`)
      return exitCodes.configuration
    }
    const listed = await readSitemaps(ask, config.siteUrl, options.from ?? config.siteUrl).catch((error) => {
      err(`the sitemaps cannot be read: ${error.message}\n`)
      return undefined
    })
    if (!listed) return exitCodes.unavailable
    let isWhole = true
    for (const engine of engines) {
      const file = toldFile(config.dataDir, engine.name)
      const told = await readTold(file)
      const changes = changesBetween(told, listed, options.all)
      out(`${engine.name}: ${summary(changes, engine)}\n`)
      if (options.dryRun) {
        out(listOf(changes, engine))
        continue
      }
      const done = await tellAll({ engine, changes, told, listed, world, save: () => writeTold(file, told) })
      isWhole &&= done
    }
    return isWhole ? exitCodes.done : exitCodes.failed
  } finally {
    await close()
  }
}

function enginesOf(
  { siteUrl, indexNowKey, baiduToken }: PushWorld['config'],
  endpoints: Endpoints,
  ask: ReturnType<typeof createAsk>['ask'],
): Engine[] {
  const site = { ask, siteUrl }
  return [
    ...(indexNowKey ? [createIndexNow({ ...site, endpoint: endpoints.indexnow }, indexNowKey)] : []),
    ...(baiduToken ? [createBaidu({ ...site, endpoint: endpoints.baidu }, baiduToken)] : []),
  ]
}

type Options = { dryRun: boolean; all: boolean; only: string | undefined; from: string | undefined }

function readArgs(args: string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        only: { type: 'string' },
        from: { type: 'string' },
      },
    })
    const { only, from } = values
    if (only !== undefined && only !== 'indexnow' && only !== 'baidu') return undefined
    if (from !== undefined && !/^https?:\/\/[^\s/?#]+\/?$/.test(from)) return undefined
    return { dryRun: values['dry-run'], all: values.all, only, from: from?.replace(/\/$/, '') }
  } catch {
    return undefined
  }
}

function summary({ fresh, changed, gone }: Changes, { wantsGone }: Engine): string {
  return `${fresh.length} new, ${changed.length} changed${wantsGone ? `, ${gone.length} gone` : ''}`
}

function listOf({ fresh, changed, gone }: Changes, { wantsGone }: Engine): string {
  const lines = (mark: string, urls: string[]) => urls.map((url) => `  ${mark} ${url}\n`)
  return [...lines('+', fresh), ...lines('~', changed), ...lines('-', wantsGone ? gone : [])].join('')
}

type SubmitOptions = {
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
async function tellAll({ engine, changes, told, listed, world, save }: SubmitOptions): Promise<boolean> {
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
  { sleep = pause }: SubmitOptions['world'],
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

/** The latest first, because an engine may have enough before the end. */
type Changes = { fresh: string[]; changed: string[]; gone: string[] }

/** A page without a date is told of once. `all`: as if nobody had been told of anything. */
function changesBetween(told: Listed, listed: Listed, all: boolean): Changes {
  const pages = [...listed].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
  const known = (url: string) => !all && told.has(url)
  return {
    fresh: pages.filter(([url]) => !known(url)).map(([url]) => url),
    changed: pages.filter(([url, date]) => known(url) && told.get(url) !== date).map(([url]) => url),
    gone: [...told.keys()].filter((url) => !listed.has(url)),
  }
}
