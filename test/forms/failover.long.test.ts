// The primary of Redis is killed while messages are accepted: those that a replica had and all later ones are there, and every
// page is served.
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { isRedisMissing } from '../cache-redis/redis-server.ts'
import { startCluster, startSentinels, type Topology } from '../cache-redis/topologies.ts'
import { createFolder } from '../content/world.ts'
import { formsAt, keyOf } from '../helpers/form.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { type Running, startProgram } from '../server/commands/process.ts'
import { exported } from './world.ts'

const topologies: [string, (t: Test) => Promise<Topology>][] = [
  ['Sentinels', startSentinels],
  ['a cluster', startCluster],
]
const pages = ['/', '/en/news', '/news/1', '/en/contact']
const accepted = [200, 202]
const perStep = 40
/** More than there are cached responses: the primary of a cluster that has the messages has the most keys. */
const enough = 120
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

/** Resolves with the messages that Redis had before, and those that came after. */
async function failOver(topology: Topology, load: ReturnType<typeof startLoad>): Promise<number[]> {
  await load.more(enough)
  const before = load.serials.slice()
  // A replica gets a write within the pause between two messages.
  await load.more(2)
  const killed = await topology.killPrimary()
  await until(async () => (await topology.primaryPort()) !== killed)
  const during = load.serials.length
  await load.more(perStep)
  await topology.restart(killed)
  await load.more(perStep)
  await load.stop()
  return [...before, ...load.serials.slice(during)]
}

const serialOf = (body: string) => Number(/serial (\d+)/.exec(body)?.[1])
const _sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

if (!isRedisMissing(t)) {
  for (const [name, start] of topologies) {
    t.test(`${name}, embedded content: messages are in the list of all or of their server`, async (t) => {
      const topology = await start(t)
      const env = {
        CONTENT_DIR: smallFolder,
        REDIS_URL: topology.url,
        SITE_URL: 'http://127.0.0.1',
        FORM_RATE_LIMIT: '0',
        ADDRESS_RATE: '0',
      }
      const folders = [createFolder(t, {}), createFolder(t, {})].map((folder) => ({
        ...env,
        DATA_DIR: folder,
      }))
      const servers = await Promise.all(folders.map((own) => startProgram(t, own)))
      const load = startLoad(servers)
      const kept = await failOver(topology, load)
      t.strictSame(load.failures, [])
      const lists = await Promise.all(folders.map((own) => exported(own)))
      const found = new Set(lists.flat().map(({ fields }) => serialOf(fields['message'] ?? '')))
      t.strictSame(
        kept.filter((serial) => !found.has(serial)),
        [],
      )
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
    const kept = await failOver(topology, load)
    t.strictSame(load.failures, [])
    const keys = () => new Set(formsAt(origin).map(keyOf))
    const lost = () => kept.filter((serial) => !keys().has(`key-${serial}`))
    await until(() => lost().length === 0).catch(() => {})
    t.strictSame(lost(), [])
  })
}
