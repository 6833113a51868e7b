// A server under steady load: `npm run tool -- soak --minutes N`. Memory and handles must not grow after the warm-up.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { load, median } from './bench/load.ts'
import { mix, start } from './bench/scenarios.ts'

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

// A small cache, so that each new response evicts an old one; a small heap, which V8 does not let grow for minutes.
const { env, ...scenario } = mix(4)
const small = { CACHE_MEMORY_BYTES: String(8 * 1024 * 1024), NODE_OPTIONS: '--max-old-space-size=128' }
const { site, path, stop } = await start({ ...scenario, env: { ...env, ...small } })
const metric = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
/** The sum over all labels. */
const sum = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))].reduce(
    (all, [, value]) => all + Number(value),
    0,
  )

async function sample(): Promise<Sample> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return {
    rss: site.residentBytes(),
    fds: metric(text, 'process_open_fds'),
    resources: sum(text, 'nodejs_active_resources'),
  }
}

const samples: Sample[] = []
const ms = minutes * 60_000
const takeSamples = async () => {
  for (let taken = sampleMs; taken <= ms; taken += sampleMs) {
    await sleep(sampleMs)
    const { rss, fds, resources } = await sample()
    samples.push({ rss, fds, resources })
    if (samples.length % 15 === 0)
      console.log(`${taken / 1000} s: ${megabytes(rss)} MB, ${fds} files, ${resources} resources`)
  }
}
// A request that fails ends the program.
const loading = load({ server: site, path }, { connections: 8, rate: perSecond, ms })
const [{ requests, p99Ms }] = await Promise.all([loading, takeSamples()])
await stop()

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
const isGood = growth <= mostGrowth && Math.max(...handles) <= mostHandles
console.log(
  `${isGood ? 'ok' : 'NOT OK'}  ${minutes} min, ${requests} requests, p99 ${Math.round(p99Ms)} ms; ` +
    `memory ${megabytes(rssBefore)} -> ${megabytes(rssAfter)} MB (${(growth * 100).toFixed(1)} %), ` +
    `files and resources ${handles.map((one) => (one >= 0 ? `+${one}` : one)).join(', ')}`,
)
process.exit(isGood ? 0 : 1)

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
