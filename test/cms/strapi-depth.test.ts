// Components in components of Strapi, which sends one level of them with a request: all that a visitor reads is requested.
import t, { type Test } from 'tap'
import { createStrapi, entryOf } from '../helpers/strapi.ts'

type Json = Record<string, unknown>
/** What a request populates: everything one level deep, attributes, or elements of a dynamic zone by type. */
type Populated = { populate?: '*' | Record<string, Populated | '*' | 'true'>; on?: Record<string, Populated> }

const button = (label: string, id: number) => ({
  id,
  label,
  url: '/contact',
  more: { id: 9, note: `About ${label}` },
})
const body = [
  {
    __component: 'page.text',
    id: 1,
    text: 'First words',
    picture: { id: 3, documentId: 'p', mime: 'image/png', url: '/uploads/a.png' },
  },
  {
    __component: 'page.section',
    id: 1,
    title: 'Section',
    cards: [
      { id: 1, title: 'One', button: button('Ask us', 1) },
      { id: 2, title: 'Two', button: button('Call us', 2) },
    ],
  },
]

/** As Strapi: attributes that are entries, files or components are there where the request names them. */
function sent(value: unknown, asked: Populated): unknown {
  if (Array.isArray(value)) {
    const { on } = asked
    const elements = on ? value.filter(({ __component }) => Object.hasOwn(on, __component)) : value
    return elements.map((one) => sent(one, on?.[one.__component] ?? asked))
  }
  const fields = Object.entries(value as Json).flatMap(([name, inner]): [string, unknown][] => {
    const isPart = [inner].flat().some((one) => typeof one === 'object' && one !== null && 'id' in one)
    if (!isPart) return [[name, inner]]
    const wanted = asked.populate === '*' ? 'true' : asked.populate?.[name]
    if (wanted === undefined) return []
    return [[name, sent(inner, wanted === '*' || wanted === 'true' ? {} : wanted)]]
  })
  return Object.fromEntries(fields)
}

/** `populate[a][on][b][populate]=*` and the like, as one object. */
function populateOf(url: string): Populated {
  const all: Json = {}
  for (const [key, value] of new URL(url, 'http://cms.test').searchParams) {
    if (!key.startsWith('populate')) continue
    const path = [...key.matchAll(/[^[\]]+/g)].map(([name]) => name)
    const last = path.pop()!
    const inner = path.reduce((left, name) => {
      left[name] ??= {}
      return left[name] as Json
    }, all)
    inner[last] = value
  }
  return all as Populated
}

/** A Strapi that sends what requests name, with one article. `ofBodies`: of its requests those for public texts. */
async function createZone(t: Test, body: object[]) {
  const entry = entryOf(1, { body })
  const site = await createStrapi(
    t,
    {},
    {
      prepare: ({ answer }) =>
        answer('/api/articles?', (response) => {
          const url = response.req.url!
          const isDraft = new URL(url, 'http://cms.test').searchParams.get('status') === 'draft'
          const data = isDraft ? [] : [sent(entry, populateOf(url))]
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(JSON.stringify({ data, meta: { pagination: { total: data.length } } }))
        }),
    },
  )
  const { data } = await site.get('/api/home/article/info/sign-1?lang=zh')
  const ofBodies = () =>
    site.cms.requests
      .map(({ url }) => decodeURIComponent(url))
      .filter((url) => url.includes('populate[body]') && !url.includes('status=draft'))
  return { ...site, text: data.body as string, ofBodies }
}

t.test('every level is requested, by what a response shows; the next slices as deep at once', async (t) => {
  const { text, ofBodies, notify } = await createZone(t, body)
  for (const words of [
    'First words',
    'Section',
    'One',
    'Two',
    'Ask us',
    'Call us',
    'About Ask us',
    'About Call us',
  ])
    t.ok(text.includes(words), words)
  t.match(text, /src="\/media\/a\.png"/, 'beside them the picture of another element')
  const before = ofBodies().length
  t.ok(before <= 5, 'one request for each level')
  await notify('entry.update', 1)
  t.equal(ofBodies().length, before + 1)
})

t.test('a text without components in components is one request', async (t) => {
  const { text, ofBodies } = await createZone(t, [body[0]!])
  t.match(text, 'First words')
  t.equal(ofBodies().length, 1)
})

t.test('a text of components without end is bounded', async (t) => {
  const many = Array.from({ length: 400 }, (_, index) => [
    `part_${index}`,
    { id: 1, inner: { id: 2, text: 'words' } },
  ])
  const zone = [{ __component: 'page.all', id: 1, text: 'Above', ...Object.fromEntries(many) }]
  const world = await createStrapi(t, { articles: [entryOf(1, { body: zone })] })
  t.match((await world.get('/api/home/article/info/sign-1?lang=zh')).data.body, 'Above')
  t.ok(world.cms.requests.every(({ url }) => url.length < 12_000))
})
