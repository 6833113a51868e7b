// The primary of Redis is killed while messages are accepted: none is lost, none is stored twice, and every page is served.
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createFormStores } from '../../server/forms/form-stores.ts'
import { createRedisForms } from '../../server/forms/redis-forms.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createClient } from '../cache-redis/clients.ts'
import { isRedisMissing } from '../cache-redis/redis-server.ts'
import { startCluster, startSentinels, type Topology } from '../cache-redis/topologies.ts'
import { createFolder } from '../content/world.ts'
import { formsAt, keyOf } from '../helpers/form.ts'
import { createLog } from '../helpers/log.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { type Running, runProgram, startProgram } from '../server/commands/process.ts'

const key = '{site-forms:1}:outbox'
const topologies: [string, (t: Test) => Promise<Topology>][] = [
  ['Sentinels', startSentinels],
  ['a cluster', (t) => startCluster(t, key)],
]
const pages = ['/', '/en/news', '/news/1', '/en/contact']
const accepted = [200, 202]
const perStep = 40
const pauseMs = 40

/** Visitors of two servers, until stopped: each sends a message and requests a page. */
function startLoad(servers: Running[]) {
  const statuses: string[] = []
  const serials: number[] = []
  const running = new Set<Promise<void>>()
  let isStopped = false
  const visit = async (serial: number) => {
    const { url } = servers[serial % servers.length]!
    const fields = { name: 'a', contact: 'a@b.example', message: `serial ${serial}`, consent: 'yes' }
    const headers = { 'content-type': 'application/json', 'idempotency-key': `key-${serial}` }
    const [form, page] = await Promise.all([
      fetch(`${url}/api/home/form/:name`, { method: 'POST', headers, body: JSON.stringify(fields) }),
      fetch(url + pages[serial % pages.length], { headers: { 'accept-language': 'zh' } }),
    ])
    await Promise.all([form.text(), page.text()])
    if (accepted.includes(form.status)) serials.push(serial)
    else statuses.push(`message ${serial}: ${form.status}`)
    if (page.status !== 200) statuses.push(`${page.url}: ${page.status}`)
  }
  const loop = async () => {
    for (let serial = 0; !isStopped; serial++) {
      const one = visit(serial).catch((error: Error) => void statuses.push(error.message))
      running.add(one)
      void one.finally(() => running.delete(one))
      await delay(pauseMs)
    }
    await Promise.all(running)
  }
  const ended = loop()
  return {
    serials,
    /** Responses that are neither a page nor an acceptance. */
    failures: statuses,
    more: async (count: number) => {
      const enough = serials.length + count
      await until(() => serials.length >= enough)
    },
    stop: () => {
      isStopped = true
      return ended
    },
  }
}

async function failOver(topology: Topology, load: ReturnType<typeof startLoad>) {
  await load.more(perStep)
  const killed = await topology.killPrimary()
  await until(async () => (await topology.primaryPort()) !== killed)
  await load.more(perStep)
  await topology.restart(killed)
  await load.more(perStep)
  await load.stop()
}

const serialOf = (body: string) => Number(/serial (\d+)/.exec(body)?.[1])
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

if (!isRedisMissing(t)) {
  for (const [name, start] of topologies) {
    t.test(`${name}, embedded content: every accepted message is in the list once`, async (t) => {
      const topology = await start(t)
      const env = {
        CONTENT_DIR: smallFolder,
        REDIS_URL: topology.url,
        SITE_URL: 'http://127.0.0.1',
        FORM_RATE_LIMIT: '0',
        ADDRESS_RATE: '0',
      }
      const servers = [await startProgram(t, env), await startProgram(t, env)]
      const load = startLoad(servers)
      await failOver(topology, load)
      t.strictSame(load.failures, [])
      const third = { ...env, DATA_DIR: createFolder(t, {}) }
      let list: { state: string; fields: { message: string } }[] = []
      await until(async () => {
        const { code, out } = await runProgram(['forms', 'export', '--format', 'json'], third)
        list = code === 0 ? JSON.parse(out) : []
        return list.length >= load.serials.length && list.every(({ state }) => state === 'stored')
      }).catch(() => {})
      t.strictSame(sorted(list.map(({ fields }) => serialOf(fields.message))), sorted(load.serials))
      t.ok(servers.every(({ lines }) => lines.some(({ msg }) => String(msg).startsWith('redis is down'))))
      for (const secret of topology.secrets)
        t.notMatch(JSON.stringify(servers.map(({ lines }) => lines)), secret)
      t.comment(`${load.serials.length} accepted`)
    })
  }

  t.test('Sentinels, a content API: every accepted message is delivered, under one key', async (t) => {
    const topology = await startSentinels(t)
    const origin = await createTestOrigin(t, { folder: smallFolder })
    const env = {
      API_BASE: origin.url,
      REDIS_URL: topology.url,
      SITE_URL: 'http://127.0.0.1',
      FORM_RATE_LIMIT: '0',
      ADDRESS_RATE: '0',
    }
    const load = startLoad([await startProgram(t, env), await startProgram(t, env)])
    await failOver(topology, load)
    t.strictSame(load.failures, [])
    const keys = () => new Set(formsAt(origin).map(keyOf))
    const lost = () => load.serials.filter((serial) => !keys().has(`key-${serial}`))
    await until(() => lost().length === 0).catch(() => {})
    t.strictSame(lost(), [])
    t.equal(keys().size, load.serials.length)
  })

  const submission: Submission = {
    key: 'k',
    path: '/api/home/form/x',
    locale: 'zh',
    fingerprint: '',
    flags: [],
    receivedAt: 1000,
    body: '{"message":"x"}',
  }

  t.test('a message that no replica has confirmed is not accepted by Redis', async (t) => {
    const topology = await startSentinels(t)
    const redis = await createClient(t, { url: topology.url })
    const { outbox } = await createRedisForms({ redis, log: createLog().log })
    await topology.signalReplicas('SIGSTOP')
    await t.rejects(outbox.add(submission), { message: /not copied to a replica of Redis within/ })
    await topology.signalReplicas('SIGCONT')
    await until(async () => {
      const added = await outbox.add(submission).catch(() => undefined)
      return typeof added === 'object' && added.state === 'waiting'
    })
    t.pass('its key is known')
  })

  for (const [name, start] of topologies) {
    t.test(`${name} without a replica: a message is not stored until one has confirmed it`, async (t) => {
      const topology = await start(t)
      const { log } = createLog()
      const redis = await createClient(t, { url: topology.url, log })
      const config = { dataDir: createFolder(t, {}), email: undefined, webhook: undefined, showDrafts: false }
      const stores = await createFormStores({ config, redis, log })
      t.teardown(stores.close)
      const save = () => stores.saveMessage({ name: 'x', key: 'k', body: '{}', flags: '', locale: 'zh' })
      await until(async () => (await stores.redis!.outbox.list().catch(() => undefined)) !== undefined)
      await topology.signalReplicas('SIGSTOP')
      await t.rejects(save(), { message: /not copied to a replica of Redis within/ })
      await topology.signalReplicas('SIGCONT')
      await until(async () => (await save().catch(() => undefined)) !== undefined)
      t.match(await stores.redis?.outbox.list(), [{ key: 'k', state: 'stored' }], 'once')
    })
  }
}
