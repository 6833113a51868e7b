// Each scenario against other servers in turns, as ratios by CPU: stored responses against bare node:http and bare Fastify with
// the same bytes, pages that are made against the render floor.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load, median, type Target } from './load.ts'
import { get, startServer } from './process.ts'
import { type PageScenarios, type Scenario, start, startFloor } from './scenarios.ts'

/** Header fields that a server adds itself. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
const rounds = 3
const loadMs = 500

export type Ratio = Record<string, string | number>

/** Requests per second of CPU: ours divided by theirs: 1 is as fast as bare, less is slower. */
export async function measureStored(scenario: Scenario): Promise<Ratio> {
  const { headers = {} } = scenario
  const { site, path, stop } = await start(scenario)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const { body, fields } = await get(site.url, path(), headers)
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
  const root = () => '/'
  const samples = await inTurns({
    site: { server: site, path, headers },
    fastify: { server: fastify, path: root },
    http: { server: http, path: root },
  })
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

/** The states of a page against its render floor: milliseconds of CPU, and how many times the floor. */
export async function measurePages({ kind, path, states }: PageScenarios): Promise<Ratio[]> {
  const floor = await startFloor(path)
  const started = await Promise.all(states.map((state) => start(state)))
  await load({ server: floor, path: () => path }, { ms: 4 * loadMs })
  const samples = await inTurns({
    floor: { server: floor, path: () => path },
    ...Object.fromEntries(
      states.map(({ name }, at) => [name, { ...started[at]!, server: started[at]!.site }]),
    ),
  })
  await Promise.all([floor.stop(), ...started.map(({ stop }) => stop())])
  const middle = (of: (sample: Record<string, Load>) => number) => median(samples.map(of)).toFixed(3)
  return states.map(({ name }) => ({
    page: `${kind}, ${name}`,
    'CPU, ms': middle((sample) => sample[name]!.cpuPerRequestMs),
    'floor, ms': middle(({ floor }) => floor!.cpuPerRequestMs),
    '× floor': middle((sample) => sample[name]!.cpuPerRequestMs / sample['floor']!.cpuPerRequestMs),
  }))
}

/** The loads of each round, after one that does not count. */
async function inTurns<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Load>[]> {
  const names = Object.keys(targets) as Name[]
  const samples = []
  for (let round = 0; round <= rounds; round++) {
    const sample = {} as Record<Name, Load>
    // In another order each time, because the first run has other CPU caches and clocks.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!
      sample[name] = await load(targets[name], { ms: loadMs })
    }
    samples.push(sample)
  }
  return samples.slice(1)
}
