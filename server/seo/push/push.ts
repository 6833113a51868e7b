// Push command: submits new, changed and removed pages to search engines.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, type Dispatcher } from 'undici'
import type { Config } from '../../config/config.ts'
import {
  createBaidu,
  createIndexNow,
  type Endpoints,
  type Engine,
  endpoints as known,
  type Outcome,
} from './engines.ts'
import { type Listed, readSitemaps } from './read-sitemaps.ts'
import { readSubmitted, submittedFile, writeSubmitted } from './submitted.ts'

export const usage = `node dist/server/main.js push [--dry-run] [--all] [--only indexnow|baidu] [--from <url>]

  Submits new, changed and removed pages to search engines. Off until INDEXNOW_KEY or BAIDU_TOKEN is set.

  --dry-run   prints what would be submitted, and submits nothing
  --all       submits all pages again
  --only      only this engine
  --from      URL of the running site to read the sitemaps from; default SITE_URL

  Exit codes: 0 submitted, nothing to submit, or daily quota used; 1 some URLs were not accepted, and are submitted again
  next time; 64 invalid arguments; 69 the site's sitemaps cannot be read; 78 not configured.
`

export type PushWorld = {
  config: Pick<Config, 'siteUrl' | 'dataDir' | 'indexNowKey' | 'baiduToken'>
  out: (text: string) => void
  err: (text: string) => void
  /** URLs of the engines' APIs; for tests. */
  endpoints?: Endpoints
  sleep?: (ms: number) => Promise<unknown>
}

const exitCodes = { done: 0, failed: 1, usage: 64, unavailable: 69, configuration: 78 } as const
const timeoutMs = 30_000

/** Resolves with the exit code. */
export async function runPush(args: string[], world: PushWorld): Promise<number> {
  const { config, err, endpoints = known } = world
  const options = readArgs(args)
  if (!options) {
    err(usage)
    return exitCodes.usage
  }
  const dispatcher = new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  })
  try {
    const engines = enginesOf(config, endpoints, dispatcher).filter(
      ({ name }) => options.only === undefined || options.only === name,
    )
    const problem =
      engines.length === 0
        ? 'push is off: set INDEXNOW_KEY or BAIDU_TOKEN'
        : new URL(config.siteUrl).hostname === 'localhost' && 'SITE_URL is not a public URL: it is localhost'
    if (problem) {
      err(`${problem}\n`)
      return exitCodes.configuration
    }
    const listed = await readSitemaps(dispatcher, config.siteUrl, options.from ?? config.siteUrl).catch(
      (error) => {
        err(`the sitemaps cannot be read: ${error.message}\n`)
        return undefined
      },
    )
    if (!listed) return exitCodes.unavailable
    let isAccepted = true
    for (const engine of engines) isAccepted = (await pushTo(engine, listed, options, world)) && isAccepted
    return isAccepted ? exitCodes.done : exitCodes.failed
  } finally {
    await dispatcher.destroy()
  }
}

/** Whether the engine accepted all URLs up to its quota. */
async function pushTo(
  engine: Engine,
  listed: Listed,
  { all, dryRun }: PushOptions,
  world: PushWorld,
): Promise<boolean> {
  const { config, out } = world
  const file = submittedFile(config.dataDir, engine.name)
  const submitted = await readSubmitted(file)
  const changes = changesBetween(submitted, listed, all)
  out(`${engine.name}: ${summary(changes, engine)}\n`)
  if (dryRun) {
    out(listOf(changes, engine))
    return true
  }
  const save = () => writeSubmitted(file, submitted)
  return submitAll({ engine, changes, submitted, listed, world, save })
}

function enginesOf(
  { siteUrl, indexNowKey, baiduToken }: PushWorld['config'],
  endpoints: Endpoints,
  dispatcher: Dispatcher,
): Engine[] {
  const site = { dispatcher, siteUrl }
  return [
    ...(indexNowKey ? [createIndexNow({ ...site, endpoint: endpoints.indexnow }, indexNowKey)] : []),
    ...(baiduToken ? [createBaidu({ ...site, endpoint: endpoints.baidu }, baiduToken)] : []),
  ]
}

type PushOptions = { dryRun: boolean; all: boolean; only: string | undefined; from: string | undefined }

function readArgs(args: string[]): PushOptions | undefined {
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

function summary({ fresh, changed, removed }: Changes, { acceptsRemoved }: Engine): string {
  return `${fresh.length} new, ${changed.length} changed${acceptsRemoved ? `, ${removed.length} gone` : ''}`
}

function listOf({ fresh, changed, removed }: Changes, { acceptsRemoved }: Engine): string {
  const lines = (mark: string, urls: string[]) => urls.map((url) => `  ${mark} ${url}\n`)
  return [...lines('+', fresh), ...lines('~', changed), ...lines('-', acceptsRemoved ? removed : [])].join('')
}

type SubmitOptions = {
  engine: Engine
  changes: Changes
  /** Modified, then saved. */
  submitted: Listed
  listed: Listed
  world: Pick<PushWorld, 'out' | 'err' | 'sleep'>
  save: () => Promise<void>
}

const pausesMs = [1000, 5000, 20_000] as const
const longestPauseMs = 60_000

async function submitAll(options: SubmitOptions): Promise<boolean> {
  const { engine, changes, submitted, listed, world, save } = options
  const { out, err } = world
  const { fresh, changed, removed } = changes
  const urls = [...changed, ...fresh, ...(engine.acceptsRemoved ? removed : [])]
  // Removed pages are not submitted to this engine, and are deleted from its state.
  if (!engine.acceptsRemoved) for (const url of removed) submitted.delete(url)
  let isAccepted = true
  try {
    for (let start = 0; start < urls.length; start += engine.batch) {
      const batch = urls.slice(start, start + engine.batch)
      const outcome = await attempt(engine, batch, world)
      if (outcome.kind === 'quota used') {
        out(`${engine.name}: daily quota used; ${urls.length - start} left for next time\n`)
        break
      }
      if (outcome.kind !== 'accepted') {
        err(`${engine.name}: ${outcome.reason}; ${urls.length - start} left for next time\n`)
        return false
      }
      record(batch, outcome.rejected, submitted, listed)
      for (const url of outcome.rejected) err(`${engine.name}: rejected ${url}\n`)
      isAccepted &&= outcome.rejected.length === 0
      out(`${engine.name}: ${start + batch.length} of ${urls.length}\n`)
    }
    return isAccepted
  } finally {
    await save()
  }
}

function record(batch: string[], rejected: string[], submitted: Listed, listed: Listed) {
  const isRejected = new Set(rejected)
  for (const url of batch) {
    const changed = listed.get(url)
    if (isRejected.has(url)) continue
    if (changed === undefined) submitted.delete(url)
    else submitted.set(url, changed)
  }
}

async function attempt(
  engine: Engine,
  batch: string[],
  { sleep = pause }: SubmitOptions['world'],
): Promise<Outcome> {
  for (const planned of pausesMs) {
    const outcome = await once(engine, batch)
    if (outcome.kind !== 'retry') return outcome
    const { retryAfter } = outcome
    const wanted = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : planned
    if (wanted > longestPauseMs) return outcome
    await sleep(wanted)
  }
  return once(engine, batch)
}

function once(engine: Engine, batch: string[]): Promise<Outcome> {
  return engine
    .submit(batch)
    .catch((error: Error): Outcome => ({ kind: 'retry', reason: error.message, retryAfter: '' }))
}

/** The latest first, because the quota may be used before the end. */
type Changes = { fresh: string[]; changed: string[]; removed: string[] }

/** A page without a date is submitted once. `all`: as if nothing had been submitted yet. */
function changesBetween(submitted: Listed, listed: Listed, all: boolean): Changes {
  const pages = [...listed].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
  const known = (url: string) => !all && submitted.has(url)
  return {
    fresh: pages.filter(([url]) => !known(url)).map(([url]) => url),
    changed: pages.filter(([url, date]) => known(url) && submitted.get(url) !== date).map(([url]) => url),
    removed: [...submitted.keys()].filter((url) => !listed.has(url)),
  }
}
