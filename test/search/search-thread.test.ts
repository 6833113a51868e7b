// Search thread: the same answers as on the main thread, a bounded queue, a deadline, and a new thread where one has ended.
import { join } from 'node:path'
import t from 'tap'
import { serveOrigin } from '../../server/calls/serve.ts'
import { type ContentSearch, createSearchThread } from '../../server/store/search-thread.ts'
import { createFolder, createWorld, page } from '../content/world.ts'
import { createLocalReader } from '../helpers/content-reader.ts'
import { createFakeSearchThread } from '../helpers/fake-search-thread.ts'
import { silent } from '../helpers/log.ts'
import { until } from '../helpers/until.ts'

const source = join(import.meta.dirname, '../../server/store/search-worker.ts')
/** On a busy machine the start of a thread takes its time. */
const patient = { log: { warn() {} }, waitMs: 600_000, startDeadline: () => () => {} }

function ask(search: ContentSearch, query: string) {
  return search.answer('site', {
    query,
    lang: 'en',
    section: undefined,
    start: 0,
    count: 1,
  })
}

t.test('a worker thread finds what the main thread finds', async (t) => {
  const files = {
    'product/a.en.md': page('id: 1\ntitle: Flowmeter\ntags: [Flow]', 'Measures *water*.'),
    'product/b.en.md': page('id: 2\ntitle: Valve\ntags: [Flow]'),
    'product/c.en.md': page('id: 3\ntitle: Draft flowmeter\ndraft: true'),
  }
  const answersOf = async (search?: ContentSearch) => {
    const reader = createLocalReader()
    const world = await createWorld(t, files, { reader, ...(search && { search }) })
    await reader.close()
    const paths = [
      'search?q=water',
      'search?q=flowmetre',
      'search?q=',
      'search?q=velve',
      'search?q=flow&kind=product',
      'article/list/product?keywords=flow&counts=1',
      'article/list/product?keywords=flow&tag=Flow&page=2',
    ]
    const bodies = paths.map(async (path) => (await world.get(`/api/home/${path}&lang=en`)).json)
    return Promise.all(bodies)
  }
  const local = await answersOf()
  t.match(local[0].data.list, [{ id: 1 }])
  t.strictSame(await answersOf(createSearchThread(source, patient)), local)
})

t.test('after an index is opened, the next search is in it', async (t) => {
  const indexOf = async (title: string) => {
    const indexFolder = join(createFolder(t, {}), 'content')
    const files = { 'product/a.en.md': page(`id: 1\ntitle: ${title} flowmeter`) }
    const world = await createWorld(t, files, { indexFolder })
    await world.origin.close()
    return join(indexFolder, 'index.sqlite')
  }
  const search = createSearchThread(source, patient)
  t.teardown(() => search.close())
  for (const title of ['First', 'Second']) {
    search.open(await indexOf(title))
    const { list } = await ask(search, 'flowmeter')
    t.match(list, [{ title: [{ text: `${title} ` }, { text: 'flowmeter', mark: true }] }])
  }
})

t.test('a search that takes too long is rejected, and the next one has a new thread', async (t) => {
  let rejected = 0
  const { search, deadlines } = createFakeSearchThread(t, { onOverload: () => void rejected++ })
  t.strictSame((await ask(search, 'a')).terms, ['a'])
  const late = ask(search, 'hang')
  const next = ask(search, 'b')
  await until(() => deadlines.length === 2)
  deadlines[1]?.()
  await t.rejects(late, { name: 'ApiError', kind: 'overload' })
  t.strictSame((await next).terms, ['b'])
  t.equal(rejected, 1)
})

t.test('a thread that ends fails its search only', async (t) => {
  const { search } = createFakeSearchThread(t)
  await t.rejects(ask(search, 'exit'), { message: /thread ended/ })
  t.strictSame((await ask(search, 'a')).terms, ['a'])
})

t.test('the queue is bounded, and the log has one line', async (t) => {
  const lines: unknown[] = []
  const warn = (_fields: object, event: string) => void lines.push(event)
  const { search } = createFakeSearchThread(t, { log: { warn }, maxWaiting: 1 })
  const [running, waiting] = ['hang', 'a'].map((query) => ask(search, query))
  for (const query of ['b', 'c']) await t.rejects(ask(search, query), { name: 'ApiError', kind: 'overload' })
  t.strictSame(lines, ['searches rejected'])
  await search.close()
  await t.rejects(running!)
  await t.rejects(waiting!)
})

t.test('an origin of its own responds 429 while its search is busy, and lists as always', async (t) => {
  const { search, deadlines } = createFakeSearchThread(t, { maxWaiting: 0 })
  const world = await createWorld(t, { 'product/a.en.md': page('id: 1\ntitle: A') }, { search })
  const server = await serveOrigin(world.origin, { host: '127.0.0.1', port: 0, log: silent })
  const get = (path: string) => fetch(server.url + path)
  const held = get('/api/home/search?lang=en&q=hang').catch(() => undefined)
  await until(() => deadlines.length === 1)
  const busy = await get('/api/home/search?lang=en&q=b')
  t.equal(busy.status, 429)
  t.equal(busy.headers.get('retry-after'), '5')
  t.match(await busy.json(), { success: false, data: null })
  t.equal((await get('/api/home/article/list/product?lang=en')).status, 200)
  await search.close()
  await held
  await server.close()
})
