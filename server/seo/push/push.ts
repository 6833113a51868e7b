// The push command: tells search engines which pages are new, have changed or are gone since last time.
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { type Changes, changesBetween } from './changes.ts'
import { createBaidu, createIndexNow, type Endpoints, type Engine, endpoints as known } from './engines.ts'
import { createAsk } from './http.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { tellAll } from './tell.ts'
import { readTold, toldFile, writeTold } from './told.ts'

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
