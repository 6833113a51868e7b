// Each fault is named by the log, /readyz and an alert within a minute, and the server stays ready.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { stringify } from 'yaml'
import { needs } from '../../deploy/program-there.ts'
import { formCall, post, typed } from '../../helpers/form.ts'
import type { LogLine } from '../../helpers/log.ts'
import { ifLong } from '../../helpers/long.ts'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'
import { hang, reset, status } from '../../helpers/upstream.ts'
import { answerOf, wrongResponses } from '../../helpers/wrong-responses.ts'
import { startProgram } from '../commands/process.ts'

const list = '/api/home/article/list/news'
const ofList = { call: 'articleList', path: list }

type Options = Parameters<typeof createSmallSite>[1]
type Cause = (site: Site, clock: { now: number }) => unknown

const wrong =
  (answer: Parameters<Site['origin']['answer']>[1]): Cause =>
  async ({ origin, get }) => {
    origin.answer(list, answer)
    await get('/news')
  }

const postForm =
  (code: number, ms = 0): Cause =>
  async (site, clock) => {
    site.origin.answer(formCall, status(code))
    await post(site, '/contact', typed)
    clock.now += ms
  }

/** Sends requests for a held list until one of them is a 503. */
const untilRejected =
  (count: number, urlOf: (at: number) => string): Cause =>
  async ({ origin, get }) => {
    const held = origin.hold(list)
    const responses = Array.from({ length: count }, (_, at) => get(urlOf(at)))
    await Promise.race(
      responses.map(async (response) => (await response).statusCode === 503 || new Promise(() => {})),
    )
    held.release()
    await Promise.all(responses)
  }

/** `line`: what the log has beside the name and what to do. */
const faults: [name: string, line: object, cause: Cause, options?: Options][] = [
  ['token refused', { ...ofList, status: 401 }, wrong(status(401))],
  ['contract broken', { ...ofList, status: 200 }, wrong(answerOf(wrongResponses['HTML with 200']!))],
  ['redirect not followed', { ...ofList, status: 302 }, wrong(status(302, { location: '/login' }))],
  ['upstream error', { ...ofList, status: 500 }, wrong(status(500))],
  ['upstream slow', { ...ofList, status: 504 }, wrong(hang), { timeoutMs: 1000 }],
  ['upstream broken off', { ...ofList, status: 502 }, wrong(reset)],
  [
    'upstream unreachable',
    { status: 502, reason: /ECONNREFUSED/ },
    async ({ origin, get }) => {
      await origin.close()
      await get('/news')
    },
  ],
  [
    'storing forbidden',
    ofList,
    async ({ origin, get }) => {
      origin.rewrite(list, (body) => ({ body, fields: { 'cache-control': 'no-store' } }))
      await get('/news')
    },
  ],
  ['forms rejected', { problem: '1 for upstream' }, postForm(403)],
  ['forms waiting', { problem: '1 for upstream' }, postForm(503, 31_000)],
  ['forms not stored', { level: 50 }, postForm(200), { config: { dataDir: '/dev/null/data' } }],
  ['render slots full', { running: 1 }, untilRejected(10, (at) => `/news?tag=${at}`), { mostRenders: 1 }],
  [
    'upstream slots full',
    ofList,
    untilRejected(20, (at) => `${list}?lang=zh&page=${at}`),
    { connections: 1, maxWaiting: 16 },
  ],
  [
    'API_BASE loop',
    { problem: /leads back/ },
    async ({ origin, get }) => {
      await get('/api/home/other')
      await get('/', { via: String(origin.requests[0]?.headers['via']) })
    },
  ],
  [
    'proxy not trusted',
    { peer: '10.0.0.5' },
    ({ get }) => get('/', { 'x-forwarded-for': '203.0.113.9' }, { remoteAddress: '10.0.0.5' }),
  ],
]

/** By the fault's place in the table: the samples of a scrape. */
const scrapes: string[][] = []
const samplesIn = (scrape: string) => scrape.match(/^site_fault.*$/gm) ?? []

for (const [at, [name, line, cause, options]] of faults.entries())
  t.test(`${name} is named by the log and /readyz, which stays ready: ${JSON.stringify(line)}`, async (t) => {
    const clock = { now: Date.now() }
    const site = await createSmallSite(t, { now: () => clock.now, ...options })
    await site.get('/contact')
    await cause(site, clock)
    await isNamed(t, name, line, site.lines, async (path) => (await site.get(path)).body)
    scrapes[at] = samplesIn((await site.get('/metrics')).body)
    if (name !== 'upstream unreachable') t.notMatch(JSON.stringify(site.lines), 'cannot be reached')
    clock.now += 400_000
    const lasts = name.startsWith('forms ') && name !== 'forms not stored'
    const { warnings = [] } = JSON.parse((await site.get('/readyz')).body)
    t.equal(warnings.length > 0, lasts, 'until it is over')
  })

/** `get`: resolves with a body. */
async function isNamed(
  t: Test,
  name: string,
  line: object,
  lines: LogLine[],
  get: (path: string) => Promise<string>,
) {
  const warnings = async (): Promise<string[]> => {
    const ready = JSON.parse(await get('/readyz'))
    t.equal(ready.status, 'ok')
    return ready.warnings ?? []
  }
  await until(async () => (await warnings()).some((one) => one.startsWith(`${name}: `)), { what: name })
  const named = lines.filter(({ fault }) => fault === name)
  t.match(named[0], { level: 40, fault: name, action: String, ...line })
  const minutes = new Set(named.map(({ time }) => Math.floor(Number(time) / 60_000)))
  t.equal(named.length, minutes.size, 'once a minute')
}

const inNamespace = ['unshare', '-Urm']
const canMount = spawnSync(inNamespace[0]!, [...inNamespace.slice(1), 'true']).status === 0

t.test(
  'disk full is named before nothing can be written',
  canMount ? ifLong : { skip: 'no mount' },
  async (t) => {
    const folder = temporaryFolder(t)
    const mount = `mount -t tmpfs -o size=8m none ${folder} && exec "$@"`
    const through = [...inNamespace, 'sh', '-c', mount, 'sh']
    const { url, lines } = await startProgram(t, { CONTENT_DIR: smallFolder, DATA_DIR: folder }, { through })
    await isNamed(t, 'disk full', { problem: /^\d MB are left/ }, lines, async (path) =>
      (await fetch(url + path)).text(),
    )
  },
)

t.test('an alert fires for each of them within a minute', needs('promtool'), async (t) => {
  const file = join(t.testdir(), 'rules.yaml')
  const rules = join(import.meta.dirname, '../../../server/ops/deploy/alerts.yaml')
  const tests = faults.map(([name], at) => {
    const input_series = scrapes[at]!.map((sample) => {
      const [series, value] = sample.split(/ (?=\d+$)/)
      return { series: series!.replace('}', ',instance="a:3000"}'), values: `0x4 ${value}x8` }
    })
    const firing = (time: string, value: number) => ({
      expr: `count(ALERTS{alertstate="firing",alertname=~"SiteFault.*",fault="${name}"}) or vector(0)`,
      eval_time: time,
      exp_samples: [{ labels: '{}', value }],
    })
    return { interval: '15s', input_series, promql_expr_test: [firing('1m', 0), firing('2m', 1)] }
  })
  writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '15s', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  t.match({ status, said: stdout + stderr }, { status: 0, said: /SUCCESS/ })
})
