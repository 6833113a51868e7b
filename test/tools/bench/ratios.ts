// Each scenario against bare node:http and bare Fastify, which send the same bytes, in turns: ratios by CPU.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load, median, type Target } from './load.ts'
import { get, startServer } from './process.ts'
import { type Scenario, start } from './scenarios.ts'

/** Header fields that a server adds itself. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
const [rounds, loadMs] = [3, 500]

/** One after the other. */
export async function measure(scenarios: Scenario[]): Promise<object[]> {
  const rows: object[] = []
  for (const scenario of scenarios) rows.push(await ratioOf(scenario))
  return rows
}

/** CPU of a request, and requests per second of CPU, ours divided by theirs: 1 is as fast as bare, less is slower. */
async function ratioOf(scenario: Scenario): Promise<object> {
  const { headers = {} } = scenario
  const { site, path, stop } = await start(scenario)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const { body, fields } = await get(site.url, path(), headers)
  for (const name of ofConnection) delete fields[name]
  const env = { BARE_FILE: join(folder, 'body'), BARE_FIELDS: JSON.stringify(fields) }
  await writeFile(env.BARE_FILE, body)
  const bare = (kind: string) =>
    startServer('test/tools/bench/bare.ts', { path: '/', env: { ...env, BARE_KIND: kind } })
  const [fastify, http] = [await bare('fastify'), await bare('http')]
  const root = () => '/'
  const samples = await inTurns({
    site: { server: site, path, headers },
    fastify: { server: fastify, path: root },
    http: { server: http, path: root },
  })
  await Promise.all([stop(), fastify.stop(), http.stop()])
  await rm(folder, { recursive: true })
  const middle = (of: (sample: (typeof samples)[number]) => number) => median(samples.map(of)).toFixed(3)
  return {
    scenario: scenario.name,
    bytes: body.length,
    'CPU, ms': middle(({ site }) => site.cpuPerRequestMs),
    'of Fastify, CPU': middle(({ site, fastify }) => fastify.cpuPerRequestMs / site.cpuPerRequestMs),
    'of node:http, CPU': middle(({ site, http }) => http.cpuPerRequestMs / site.cpuPerRequestMs),
    'of Fastify, requests': middle(({ site, fastify }) => site.perSecond / fastify.perSecond),
    'p99 × Fastify': middle(({ site, fastify }) => site.p99Ms / fastify.p99Ms),
  }
}

/** The loads of each round, after one that does not count. */
async function inTurns<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, Load>[]> {
  const names = Object.keys(targets) as Name[]
  const samples = []
  for (let round = 0; round <= rounds; round++) {
    const sample = {} as Record<Name, Load>
    for (const name of names) sample[name] = await load(targets[name], { ms: loadMs })
    // In another order each time, because the first run has other CPU caches and clocks.
    names.push(names.shift()!)
    samples.push(sample)
  }
  return samples.slice(1)
}
