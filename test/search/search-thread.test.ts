// The thread of the search: a search that takes too long or ends its thread fails alone, and the next one has a new thread.
import { cpSync } from 'node:fs'
import t, { type Test } from 'tap'
import { createFolder, page, writeFiles } from '../content/world.ts'
import { personAgent } from '../helpers/site.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'

/** In each thread: the word `exit` ends it, and with `hang` it is busy for ever. */
const words = `import { parentPort } from 'node:worker_threads'
  parentPort?.on('message', (message) => {
    const query = message?.question?.query
    if (query === 'exit') process.exit(1)
    if (query === 'hang') for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  })`

async function start(t: Test) {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  const moreArgs = ['--import', `data:text/javascript,${encodeURIComponent(words)}`]
  const { url, lines } = await startProgram(t, { CONTENT_DIR: folder }, { moreArgs })
  const get = (path: string) =>
    fetch(url + path, { headers: { accept: 'text/html', 'user-agent': personAgent } })
  return { folder, lines, get, search: (q: string) => get(`/api/home/search?lang=en&q=${q}`) }
}

t.test('while a search hangs pages are served; then it is a 503 with its words', async (t) => {
  const { get, lines, folder, search } = await start(t)
  const held = get('/en?keywords=hang')
  for (const path of ['/en/news', '/livez']) t.equal((await get(path)).status, 200, path)
  const late = await held
  t.equal(late.status, 503)
  t.match(await late.text(), 'value="hang"')
  t.match(await (await get('/metrics')).text(), /site_refused_total\{limit="searches"\} [1-9]/)
  t.match(await (await get('/en?keywords=meter')).text(), 'href="/en/product/11"', 'a new thread')

  await t.test('a thread that ends fails its search only', async (t) => {
    t.equal((await search('exit')).status, 500)
    t.equal((await search('meter')).status, 200)
  })

  await t.test('a search after a change of the folder finds the new text', async () => {
    writeFiles(folder, { 'product/new.en.md': page('id: 77\ntitle: Hydrosonde') })
    await until(async () => (await (await search('hydrosonde')).text()).includes('"id":77'))
  })
  const warned = lines.filter(({ msg }) => msg === 'a search took too long')
  t.ok(warned.length > 0)
})
