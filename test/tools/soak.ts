// A server under steady load: `npm run tool -- soak --minutes N`. Memory and handles must not grow after the warm-up.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './bench/load.ts'
import { site, startOrigin, startServer } from './bench/process.ts'
import { startLoad } from './topology/load.ts'
import { visitor, warmVisits } from './topology/visits.ts'

const options = {
  minutes: { type: 'string', default: '30' },
  rate: { type: 'string', default: '150' },
} as const
const { values } = parseArgs({ options })
const minutes = Number(values.minutes)
const perSecond = Number(values.rate)
if (!(minutes >= 1 && perSecond > 0)) {
  console.error('npm run tool -- soak --minutes N [--rate requests-a-second], N at least 1')
  process.exit(64)
}

const mostGrowth = 0.1
const mostHandles = 5
const sampleMs = 2000
/** Warm-up (cache, JIT): half of a short run, ten minutes of a long one. */
const warmUpShare = Math.min(1 / 2, 10 / minutes)

type Sample = { rss: number; fds: number; resources: number }

const origin = await startOrigin()
// A small cache, so that each new response evicts an old one.
const server = await startServer(site, {
  path: '/readyz',
  // All visitors have one address.
  env: { API_BASE: origin.url, CACHE_MEMORY_BYTES: String(8 * 1024 * 1024), ADDRESS_RATE: '0' },
})
const metric = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
/** The sum over all labels. */
const sum = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))].reduce(
    (all, [, value]) => all + Number(value),
    0,
  )

async function sample(): Promise<Sample> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return {
    rss: server.residentBytes(),
    fds: metric(text, 'process_open_fds'),
    resources: sum(text, 'nodejs_active_resources'),
  }
}

const connections = 8
const begin = (rate: number, coldOneIn: number) =>
  startLoad(server.url, rate, visitor(warmVisits(), coldOneIn), undefined, connections)
const samples: Sample[] = []
const began = performance.now()
const isOver = (share: number) => performance.now() - began > share * minutes * 60_000
// Warm-up with more cold pages, so that bounded collections fill soon. At a rate that a slow machine serves: what waits
// when it ends would be sent in the steady part.
let load = begin(perSecond, 2)
let isWarm = false
while (!isOver(1)) {
  if (!isWarm && isOver(warmUpShare)) {
    await load.stop()
    load = begin(perSecond, 10)
    isWarm = true
  }
  await sleep(sampleMs)
  samples.push(await sample())
  const { rss, fds, resources } = samples.at(-1) as Sample
  if (samples.length % 15 === 0)
    console.log(
      `${(samples.length * sampleMs) / 1000} s: ${megabytes(rss)} MB, ${fds} files, ${resources} resources`,
    )
}
const { requests, failed, p99Ms } = await load.stop()
await Promise.all([server.stop(), origin.stop()])

const steady = samples.slice(Math.floor(samples.length * warmUpShare))
const third = Math.ceil(steady.length / 3)
const between = (name: keyof Sample) =>
  [steady.slice(0, third), steady.slice(-third)].map((part) => median(part.map((one) => one[name]))) as [
    number,
    number,
  ]
const [rssBefore, rssAfter] = between('rss')
const growth = rssAfter / rssBefore - 1
const handles = (['fds', 'resources'] as const).map((name) => between(name)[1] - between(name)[0])
const isGood = failed.length === 0 && growth <= mostGrowth && Math.max(...handles) <= mostHandles
console.log(
  `${isGood ? 'ok' : 'NOT OK'}  ${minutes} min, ${requests} requests, ${failed.length} failed, p99 ${p99Ms} ms; ` +
    `memory ${megabytes(rssBefore)} -> ${megabytes(rssAfter)} MB (${(growth * 100).toFixed(1)} %), ` +
    `files and resources ${handles.map((one) => (one >= 0 ? `+${one}` : one)).join(', ')}`,
)
for (const line of failed.slice(0, 10)) console.log(`    ${line}`)
process.exit(isGood ? 0 : 1)

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
