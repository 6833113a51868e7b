// Payload URLs: no spelling of a document URL gets a payload, and no spelling of a payload URL a document.
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const isDocument = (type: string | undefined) => type === 'text/html; charset=utf-8'

t.test('document and payload URLs', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const { id } = site.build

  await t.test('other spellings of a payload URL are a 404', async (t) => {
    const urls = words(String.raw`
      /NEWS/_payload.json /EN/_payload.json /EN/news/_payload.json /news//_payload.json //_payload.json
      /en//_payload.json //news/_payload.json /%6eews/_payload.json /news/_PAYLOAD.JSON /news/_Payload.json
      /news/%5Fpayload.json /news/_payload%2Ejson /news/_payload.json/ /news/_payload.json// /news/_payload.json/1
      /news/_payload.json/news /news/_payload.json;x /news/_payload.json.html /news/x_payload.json
      /news%2F_payload.json /news/_payload.json/_payload.json /_payload.json/_payload.json /news\_payload.json
      /news/_payload.json%00 /news/./_payload.json /x/../news/_payload.json /_payload.json/news
    `).map((path) => `${path}?${id}`)
    for (const url of urls) {
      const { status, headers, body } = await ask(base, url)
      t.equal(status, 404, url)
      t.equal(headers['cache-control'], 'no-store', url)
      t.notMatch(body, '"data":{', url)
      t.notMatch(body, 'data-page=', url)
      t.equal(headers['location'], undefined, url)
    }
  })

  await t.test('a payload accepts GET and HEAD only', async (t) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, body } = await ask(base, `/news/_payload.json?${id}`, { method })
      t.ok(status === 404 || status === 405, `${method}: ${status}`)
      t.notMatch(body, '"data":{')
    }
  })

  await t.test('a sign that looks like a payload URL is a page', async (t) => {
    const article = { id: 1, category: 'news', title: 'Looks like one', body: '' }
    site.origin.json('/api/home/article/info/_payload.json', { success: true, data: article })
    const { status, headers } = await ask(base, `/detail__payload.json?${id}`)
    t.equal(status, 200)
    t.ok(isDocument(headers['content-type']))
  })
})
