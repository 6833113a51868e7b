// Texts in content that nobody here has written: what was lost of theme test data, starter templates and page builders.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createRichText as createSanitiser } from '../../server/rich-text/rich-text.ts'
import { selected } from '../../server/sources/directus/fields.ts'
import { entryOf } from '../../server/sources/directus/rows.ts'
import type { Collection, Field } from '../../server/sources/directus/schema.ts'
import { isHuman, isSentence, mail } from '../../server/sources/entries/human-text.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

t.test(
  'one word is a text where it is capitalised, a price or a share, and a setting otherwise',
  async (t) => {
    for (const text of ['Starter', 'Why?', 'Read-only', '$199/month', '+20%', 'two words', '红'])
      t.ok(isHuman(text), text)
    for (const text of ['arrow-right', 'primary', 'EUR', '#ff0011', '42', '2026-01-02', 'dQw4w9WgXcQ', ' '])
      t.notOk(isHuman(text), text)
    t.match('office@example.com', mail)
    t.notMatch('@office', mail)
  },
)

t.test('a field that is called like a setting is a text where it is a sentence', async (t) => {
  t.ok(isSentence('position', 'Opposite the station'))
  t.ok(isSentence('theme', '质量是我们的主题'))
  t.notOk(isSentence('position', 'Top left'))
  t.notOk(isSentence('size', 'btn btn-lg wide'))
  t.notOk(isSentence('class', 'Button Primary Large'))
})

t.test('the words of a form stay, and a form that is sent elsewhere has a link', async (t) => {
  const html = createSanitiser({ imageHosts: [] })
  t.equal(
    html('<form action="/here"><select><option>Select month</option><option>June</option></select></form>'),
    '<ul><li>Select month</li><li>June</li></ul>',
  )
  t.equal(
    html(
      '<form action="https://news.example/join"><label>Your name</label><button>Join <b>us</b></button></form>',
    ),
    'Your nameJoin <b>us</b><p><a href="https://news.example/join" rel="noopener noreferrer">Join us</a></p>',
  )
  t.notMatch(html('<form action="javascript:alert(1)"><p>a</p></form>'), /javascript|<a/)
})

t.test('a player without a title has all words of its text for browsers without players', async (t) => {
  const words = 'Your browser does not support the audio element; '.repeat(4).trim()
  const html = createSanitiser({ imageHosts: [] })(`<audio src="https://a.example/b.mp3">${words}</audio>`)
  t.ok(html.includes(`>${words}</a>`))
})

const field = (kind: Field['kind'], to = '', via = ''): Field => ({ kind, to, via, rows: to })
const collection = (name: string, fields: Record<string, Field>): [string, Collection] => [
  name,
  { name, key: 'id', isSingle: false, isRead: true, fields: new Map(Object.entries(fields)) },
]
const value = field('value')

t.test('rows of blocks are requested and shown with what is in them', async (t) => {
  const blocks: Field = { ...field('any', '', 'item'), rows: 'page_blocks', among: ['block_hero'] }
  const collections = new Map([
    collection('pages', { id: value, blocks }),
    collection('block_hero', {
      id: value,
      headline: value,
      button_group: field('one', 'block_button_group'),
    }),
    collection('block_button_group', { id: value, buttons: field('list', 'block_button') }),
    collection('block_button', {
      id: value,
      label: value,
      button_group: field('one', 'block_button_group'),
      page: field('one', 'pages'),
    }),
  ])
  const pages = collections.get('pages')!
  const { fields } = selected(pages, collections, ['blocks'], ['zh-CN', 'en-US'])
  const asked = String(fields).split(',')
  t.ok(asked.includes('blocks.item:block_hero.button_group.buttons.*'))
  t.notMatch(String(fields), /page\./)
  const buttons = [{ id: 1, label: 'Get a demo', button_group: 2, page: 3 }]
  const group = { id: 2, date_updated: '2026-01-02', buttons }
  const row = {
    id: 1,
    blocks: [{ collection: 'block_hero', item: { id: 4, headline: 'A', button_group: group } }],
  }
  const [block] = entryOf(row, pages, collections, 'en-US')['blocks'] as Record<string, unknown>[]
  t.match(block, { button_group: { buttons: [{ label: 'Get a demo' }] } })
  t.notHas(block?.['button_group'], { documentId: '2' })
})

/** With one published post, whose text has a list of posts: the user of API_TOKEN gets those that are private, too. */
async function createSite(t: Test, isClosed = false): Promise<string> {
  const post = { id: 3, slug: 'a', type: 'post', status: 'publish', date_gmt: '2026-01-02T03:04:05' }
  const types = { post: { rest_base: 'posts' }, page: { rest_base: 'pages', hierarchical: true } }
  const server = createServer(({ url = '', headers }, response) => {
    const query = new URLSearchParams(url.split('?')[1])
    const isUser = headers.authorization !== undefined
    const route = query.get('rest_route')
    const text = isUser ? '<p>Public words, private words</p>' : '<p>Public words</p>'
    const own = {
      ...post,
      title: { rendered: 'A' },
      content: { rendered: text },
      excerpt: { rendered: text },
    }
    const bodies: Record<string, unknown> = {
      '/': { name: 'Site', namespaces: ['wp/v2'], gmt_offset: 8 },
      '/wp/v2/types': types,
      '/wp/v2/posts': isClosed && !isUser ? { code: 'closed' } : [own],
      '/wp/v2/users/me': { id: 1 },
    }
    const status = isClosed && !isUser ? 401 : 200
    response.writeHead(status, { 'content-type': 'application/json', 'x-wp-total': '1' })
    response.end(JSON.stringify(bodies[route ?? ''] ?? []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

for (const isClosed of [false, true])
  t.test(
    isClosed
      ? 'WordPress: where everybody gets nothing, texts are those that the user of API_TOKEN gets'
      : 'WordPress: the text of a published post is what everybody gets, without private posts in its lists',
    async (t) => {
      const base = await createSite(t, isClosed)
      const env = { API_KIND: 'wordpress', API_BASE: base, API_TOKEN: 'editor:planted secret' }
      const site = await createTestPulled(t, env, temporaryFolder(t))
      await site.ready()
      const { data } = await site.get('/api/home/article/info/a?lang=zh')
      t.equal(data.body.includes('private words'), isClosed)
      t.match(data.body, /Public words/)
    },
  )
