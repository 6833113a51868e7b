// Items of content systems that are not public: found by previews alone, read again with each of them.
import t, { type Test } from 'tap'
import type { TestCms } from '../helpers/cms.ts'
import { createDirectus, type Row, rowOf } from '../helpers/directus.ts'
import { ifLong } from '../helpers/long.ts'
import { createStrapi, type Entry, entryOf, serveEntries } from '../helpers/strapi.ts'
import type { SystemOptions } from '../helpers/systems.ts'
import { until } from '../helpers/until.ts'
import { createWordPress, type Post, postOf } from '../helpers/wordpress.ts'

type Item = { id: number; title: string; status?: string; body?: string }
type Site = Awaited<ReturnType<typeof createStrapi | typeof createDirectus | typeof createWordPress>>
/** What an editor does with the item of a number. */
type Editor = {
  draft: (number: number, title: string) => void
  publish: (number: number, title: string) => void
}
type World = Site & Editor

const word = 'xylophone'
const later = () => new Date(Date.now() + 60_000).toISOString()

/** Item 1 is public and links to item 2, which is a draft with the word. */
const worlds: Record<string, (t: Test, options: SystemOptions) => Promise<World>> = {
  async wordpress(t, options) {
    const posts: Post[] = []
    const put = (number: number, title: string, status: string, body: string) => {
      const found = { title: { rendered: title }, content: { rendered: body, protected: false }, status }
      posts.splice(number - 1, 1, postOf(number, { ...found, modified_gmt: later().slice(0, 19) }))
    }
    put(1, '公开', 'publish', '<p><a href="/?p=2">link</a></p>')
    put(2, '机密', 'draft', `<p>${word}</p>`)
    return {
      ...(await createWordPress(t, { posts }, options)),
      draft: (number, title) => put(number, title, 'draft', `<p>${word}</p>`),
      publish: (number, title) => put(number, title, 'publish', `<p>${word}</p>`),
    }
  },
  async directus(t, options) {
    const news: Row[] = [rowOf(1, {}, { title: '公开', body: '<p><a href="/news/sign-2">link</a></p>' })]
    const put = (number: number, title: string, status: string) =>
      void news.splice(number - 1, 1, rowOf(number, { status }, { title, body: `<p>${word}</p>` }))
    put(2, '机密', 'in_review')
    return {
      ...(await createDirectus(t, { news }, options)),
      draft: (number, title) => put(number, title, 'draft'),
      publish: (number, title) => put(number, title, 'published'),
    }
  },
  async strapi(t, options) {
    const articles: Entry[] = [entryOf(1, { title: '公开', body: '[link](/news/sign-2)' })]
    const drafts: Entry[] = [{ ...articles[0]!, publishedAt: null }]
    const versionOf = (number: number, title: string, updatedAt: string) =>
      entryOf(number, { title, body: word, publishedAt: null, updatedAt })
    drafts.push(versionOf(2, '机密', later()))
    const prepare = (cms: TestCms) => serveEntries(cms, 'articles', articles, drafts)
    return {
      ...(await createStrapi(t, { articles }, { ...options, prepare })),
      draft: (number, title) => void drafts.splice(number - 1, 1, versionOf(number, title, later())),
      publish(number, title) {
        const version = versionOf(number, title, later())
        drafts.splice(number - 1, 1, version)
        articles.splice(number - 1, 1, { ...version, publishedAt: '2026-01-02T00:00:00.000Z' })
      },
    }
  },
}

const list = '/api/home/article/list/news?lang=zh'
const detail = ({ id }: Pick<Item, 'id'>) => `/api/home/article/detail/${id}?lang=zh`
const search = (query: string) => `/api/home/search?lang=zh&q=${query}`

/** The draft as the preview of its list shows it. */
async function draftOf({ preview }: Pick<Site, 'preview'>, title = '机密'): Promise<Item> {
  const { data } = await preview(list)
  return (data.list as Item[]).find((item) => item.title === title)!
}

for (const [system, create] of Object.entries(worlds)) {
  t.test(`${system}: a draft is found by previews alone`, async (t) => {
    const site = await create(t, {})
    const { get, preview, post } = site
    const draft = await draftOf(site)
    t.equal(draft.status, 'draft')
    t.match((await preview(detail(draft))).data, { status: 'draft', body: new RegExp(word) })
    t.equal((await preview(search(word))).data.total, 1)

    const { data } = await get(list)
    t.match([data.total, data.list], [1, [{ title: '公开' }]])
    const [shown] = data.list as [Item]
    for (const path of [detail(draft), '/api/home/article/info/sign-2?lang=zh'])
      t.equal((await get(path)).status, 404, path)
    const misspelled = word.replace('phone', 'phome')
    const paths = [list, detail(shown), search(word), search(misspelled), search('机密')]
    const others = await Promise.all(paths.map(get))
    const recommended = await post('/api/home/article/recommends/news', {
      id: shown.id,
      limit: 5,
      lang: 'zh',
    })
    for (const [index, { data }] of [...others, recommended].entries())
      t.notMatch(
        JSON.stringify(data),
        new RegExp(`机密|${word}|/news/${draft.id}\\b`),
        paths[index] ?? 'recommended',
      )
  })

  t.test(
    `${system}: a preview of an item reads it again; with the system dead it shows what was read`,
    async (t) => {
      const site = await create(t, {})
      const draft = await draftOf(site)
      site.draft(2, '机密二')
      t.equal((await site.preview(detail(draft))).data.title, '机密二')
      site.cms.answer('', (response) => response.destroy())
      t.match((await site.preview(detail(draft))).data, { title: '机密二', status: 'draft' })
      t.ok(await draftOf(site, '机密二'))
      t.ok(site.lines.some(({ msg }) => msg === 'preview shows what was read before'))
      t.equal((await site.get(detail(draft))).status, 404)
    },
  )

  t.test(
    `${system}: a draft made since the last pass is found by the preview of its list`,
    ifLong,
    async (t) => {
      let time = 0
      const site = await create(t, { clock: { monotonic: () => time } })
      await draftOf(site)
      site.draft(3, '新稿')
      t.equal(await draftOf(site, '新稿'), undefined, 'previews of lists at short intervals are of one pass')
      time += 6000
      const draft = await draftOf(site, '新稿')
      t.equal(draft.status, 'draft')
      t.equal((await site.get(detail(draft))).status, 404)
    },
  )

  t.test(`${system}: a draft that is published is public with the next pass, under its number`, async (t) => {
    const site = await create(t, {})
    const draft = await draftOf(site)
    site.publish(2, '解密')
    // Without a date it is found when everything is read again in turn.
    await until(async () => {
      await site.poll()
      await site.origin.reload()
      return (await site.get(detail(draft))).status === 200
    })
    t.match((await site.get(detail(draft))).data, { title: '解密', body: new RegExp(word) })
    t.equal((await site.get(search(word))).data.total, 1)
    const { data } = await site.preview(detail(draft))
    t.match(data, { title: '解密' })
    t.notOk('status' in data)
  })
}

t.test('Strapi: visitors see the public version of an entry, previews its later draft', async (t) => {
  const site = await worlds['strapi']!(t, {})
  const [shown] = (await site.get(list)).data.list as [Item]
  site.draft(1, '公开，改稿')
  t.match((await site.preview(detail(shown))).data, { title: '公开，改稿', status: 'draft' })
  t.equal((await site.get(detail(shown))).data.title, '公开')
  t.equal((await site.get(search('改稿'))).data.total, 0)
  const { data } = await site.preview(list)
  t.equal(data.total, 2, 'one of its two versions is in the list')
  site.publish(1, '公开，改稿')
  await site.origin.changesOf?.({
    event: 'entry.publish',
    model: 'article',
    entry: { documentId: 'doc1', publishedAt: later() },
  })
  t.equal((await site.get(detail(shown))).data.title, '公开，改稿')
  t.notOk('status' in (await site.preview(detail(shown))).data)
})

t.test(
  'WordPress: pending and scheduled posts; a scheduled one is public at its time without the system',
  async (t) => {
    let now = Date.parse('2026-11-25T08:00:00Z')
    const posts = [
      postOf(1),
      postOf(2, { status: 'pending', title: { rendered: '待审' } }),
      postOf(3, { status: 'future', title: { rendered: '预告' }, date_gmt: '2026-11-25T09:00:00' }),
      postOf(4, { status: 'private', title: { rendered: '私密' } }),
    ]
    const site = await createWordPress(t, { posts }, { clock: { now: () => now } })
    const { data } = await site.preview(list)
    const statuses = (data.list as Item[]).map(({ title, status }) => `${title} ${status ?? 'public'}`)
    t.strictSame(statuses.sort(), ['待审 draft', '标题 1 public', '预告 scheduled'])
    t.equal((await site.get(list)).data.total, 1)
    site.cms.answer('', (response) => response.destroy())
    now = Date.parse('2026-11-25T09:00:00Z')
    // By the timer of the site.
    await until(async () => (await site.get(detail({ id: 3 }))).status === 200)
    t.equal((await site.get(detail({ id: 3 }))).data.title, '预告')
    t.equal((await site.get(list)).data.total, 2)
  },
)

t.test('WordPress without access to drafts: what is published is there, and nothing is logged', async (t) => {
  const site = await createWordPress(
    t,
    { posts: [postOf(1), postOf(2, { status: 'draft' })] },
    {
      prepare: ({ answer }) =>
        answer('status=publish,future,draft,pending', (response) =>
          response
            .writeHead(400, { 'content-type': 'application/json' })
            .end('{"code":"rest_invalid_param"}'),
        ),
    },
  )
  t.equal((await site.preview(list)).data.total, 1)
  t.ok(site.cms.requests.some(({ url }) => /&status=publish$/.test(url)))
  t.strictSame(
    site.lines.filter(({ level }) => level > 30),
    [],
  )
})
