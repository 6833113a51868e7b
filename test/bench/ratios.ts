// Each scenario against bare node:http and bare Fastify with the same bytes, in turns, as ratios.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load, median } from './load.ts'
import { get, startServer } from './process.ts'
import { type Scenario, start } from './scenarios.ts'

/** Header fields that a server adds itself. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
/** Each server is first, second and third equally often. */
const rounds = 6

type Sample = Record<'site' | 'fastify' | 'http', Load>

export type Ratio = {
  scenario: string
  bytes: number
  /** Requests per second of CPU: ours divided by theirs: 1 is as fast as bare, less is slower. */
  'of Fastify, CPU': string
  'of node:http, CPU': string
  'of Fastify, requests': string
  'p99 × Fastify': string
}

export async function measure(scenario: Scenario): Promise<Ratio> {
  const { headers = {} } = scenario
  const { site, path, stop } = await start(scenario)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const { body, fields } = await get(site.url, path, headers)
  const env = {
    BARE_FILE: join(folder, 'body'),
    BARE_FIELDS: JSON.stringify(
      Object.fromEntries(Object.entries(fields).filter(([name]) => !ofConnection.includes(name))),
    ),
  }
  await writeFile(env.BARE_FILE, body)
  const bare = (kind: string) =>
    startServer('test/bench/bare.ts', { path: '/', env: { ...env, BARE_KIND: kind } })
  const [fastify, http] = [await bare('fastify'), await bare('http')]
  const targets = [
    { name: 'site', server: site, path, headers },
    { name: 'fastify', server: fastify, path: '/' },
    { name: 'http', server: http, path: '/' },
  ] as const
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    const sample = {} as Sample
    // In alternating order, because the first run has other CPU caches and clocks.
    for (let turn = 0; turn < targets.length; turn++) {
      const { name, ...target } = targets[(round + turn) % targets.length]!
      sample[name] = await load(target)
    }
    samples.push(sample)
  }
  await Promise.all([stop(), fastify.stop(), http.stop()])
  await rm(folder, { recursive: true })
  const ratio = (of: (sample: (typeof samples)[number]) => number) => median(samples.map(of)).toFixed(3)
  return {
    scenario: scenario.name,
    bytes: body.length,
    'of Fastify, CPU': ratio(({ site, fastify }) => fastify.cpuPerRequestMs / site.cpuPerRequestMs),
    'of node:http, CPU': ratio(({ site, http }) => http.cpuPerRequestMs / site.cpuPerRequestMs),
    'of Fastify, requests': ratio(({ site, fastify }) => site.perSecond / fastify.perSecond),
    'p99 × Fastify': ratio(({ site, fastify }) => site.p99Ms / fastify.p99Ms),
  }
}
