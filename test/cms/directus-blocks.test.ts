// Blocks of Directus, which are items of several collections: requested with what they have, shown in their order.
import t from 'tap'
import { answerJson } from '../helpers/cms.ts'
import { createSystem } from '../helpers/systems.ts'

const named = (name: string, kind = 'OBJECT') => ({ name, kind })
const listOf = (name: string) => ({ kind: 'LIST', ofType: named(name) })
const type = (name: string, fields: Record<string, object>) => ({
  name,
  kind: 'OBJECT',
  fields: Object.entries(fields).map(([field, of]) => ({ name: field, type: of })),
})
const [id, text] = [named('ID', 'SCALAR'), named('String', 'SCALAR')]
const roots = ['pages', 'pages_blocks', 'section', 'section_translations', 'card', 'quote', 'languages']
const types = [
  type(
    'Query',
    Object.fromEntries(
      roots.flatMap((name) => [
        [name, listOf(name)],
        [`${name}_by_id`, named(name)],
      ]),
    ),
  ),
  type('pages', {
    id,
    slug: text,
    status: text,
    title: text,
    internal_notes: text,
    blocks: listOf('pages_blocks'),
  }),
  type('pages_blocks', {
    id,
    pages_id: named('pages'),
    item: named('any_block', 'UNION'),
    collection: text,
    sort: named('Int', 'SCALAR'),
  }),
  { name: 'any_block', kind: 'UNION', possibleTypes: [{ name: 'section' }, { name: 'quote' }] },
  type('section', {
    id,
    translations: listOf('section_translations'),
    cards: listOf('card'),
    picture: named('directus_files'),
    user_created: named('directus_users'),
  }),
  type('section_translations', {
    id,
    section_id: named('section'),
    languages_code: named('languages'),
    heading: text,
  }),
  type('card', { id, section_id: named('section'), title: text, note: text }),
  type('quote', { id, said: text, date_updated: text }),
  type('languages', { code: id, name: text }),
  type('directus_files', { id, title: text }),
  type('directus_users', { id, email: text }),
]
const file = {
  id: 'f',
  type: 'image/png',
  filename_download: 'a.png',
  width: 4,
  height: 3,
  description: 'Art',
}
const blocks = [
  {
    id: 7,
    collection: 'section',
    item: {
      id: 1,
      picture: file,
      user_created: 'someone',
      translations: [
        { id: 1, languages_code: 'en-US', heading: 'The section' },
        { id: 2, languages_code: 'zh-CN', heading: '一个小节' },
      ],
      cards: [{ id: 3, title: 'Card', note: 'Read **this** note', section_id: 1 }],
    },
  },
  { id: 8, collection: 'quote', item: { id: 1, said: 'You dig?', date_updated: '2026-01-01T00:00:00Z' } },
  { id: 9, collection: 'removed', item: '5' },
]
const page = {
  id: 4,
  slug: 'company',
  status: 'published',
  title: '公司',
  internal_notes: 'not for anyone',
  blocks,
}

t.test(
  'blocks: their texts in the language of the page, their rows and pictures, and nothing of their authors',
  async (t) => {
    const { cms, get } = await createSystem(t, 'directus', {
      prepare(cms) {
        answerJson(cms, '/graphql', { data: { __schema: { types } } })
        answerJson(cms, '/items/pages?', { data: [page], meta: { filter_count: 1 } })
        answerJson(cms, '/items/languages?', { data: [{ code: 'zh-CN' }, { code: 'en-US' }] })
      },
    })
    const { data } = await get('/api/home/about/0?lang=zh')
    const picture = '/media/f/a.png'
    t.strictSame(data.body.split('\n').filter(Boolean), [
      `<figure><img src="${picture}" srcset="${picture} 4w" alt="Art" width="4" height="3" loading="lazy"></figure>`,
      '<h2 id="chapter-1">一个小节</h2>',
      '<h2 id="chapter-2">Card</h2>',
      '<p>Read <strong>this</strong> note</p>',
      '<p>You dig?</p>',
    ])
    const url = new URL(cms.requests.findLast((one) => one.url.includes('blocks'))!.url, cms.urls[0])
    const fields = url.searchParams.get('fields')!.split(',')
    for (const field of [
      'blocks.collection',
      'blocks.item:section.*',
      'blocks.item:section.cards.*',
      'blocks.item:quote.*',
    ])
      t.ok(fields.includes(field), field)
    t.notOk(
      fields.some((field) => /internal_notes|users?_|email/.test(field)),
      fields.join(),
    )
    t.strictSame(JSON.parse(url.searchParams.get('deep')!), { blocks: { _sort: ['sort'] } })
  },
)
