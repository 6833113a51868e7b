// Embedded content API: site configuration, menu, labels and banners.
import t from 'tap'
import { createWorld, type World } from './world.ts'

t.test('labels: all or the requested ones, in the language', async (t) => {
  const world = await createWorld(t, {
    'labels.yaml': 'news_intro: { zh: 甲, en: A }\nhome_approvals: { zh: 乙 }\nproduct_intro: { en: D }\n',
  })
  const labels = async (body: object) => (await world.post('/api/home/block/label', body)).json.data
  t.strictSame(await labels({ lang: 'zh' }), { news_intro: '甲', home_approvals: '乙' })
  const keys = ['news_intro', 'home_approvals', 'toString']
  t.strictSame(await labels({ lang: 'en', keys }), { news_intro: 'A' })
  t.strictSame(await labels({ lang: 'en', keys: [] }), {})
})

t.test('banners: those of a position, in the language', async (t) => {
  const world = await createWorld(t, {
    'banners.yaml': `home:
  - id: 1
    zh: { title: 一, link: /product/1, link_text: 看 }
    en: { title: One, image: 'https://img.example/a-10x10.jpg' }
  - { id: 2, zh: { title: 二 } }
`,
  })
  const banners = async (lang: string, position: string) =>
    (await world.post('/api/home/block/banner', { lang, position })).json.data
  t.strictSame(await banners('zh', 'home'), [
    { id: 1, title: '一', link: '/product/1', link_text: '看' },
    { id: 2, title: '二' },
  ])
  t.strictSame(await banners('en', 'home'), [
    { id: 1, title: 'One', image: 'https://img.example/a-10x10.jpg' },
  ])
  t.strictSame(await banners('en', 'constructor'), [])
})

const calls = {
  'site.yaml': 'config/base',
  'menu.yaml': 'route/tree',
  'labels.yaml': 'block/label',
  'banners.yaml': 'block/banner',
}

/** The data of each call, by file. */
async function dataOf(world: World) {
  const responses = Object.entries(calls).map(async ([file, call]) => {
    const { json } = await world.post(`/api/home/${call}`, { lang: 'en', position: 'home' })
    return [file, json.data] as const
  })
  return Object.fromEntries(await Promise.all(responses))
}

const empty = { 'site.yaml': { zh: { title: '' } }, 'menu.yaml': [], 'labels.yaml': {}, 'banners.yaml': [] }

t.test('a site file of another shape or that is no YAML counts as empty', async (t) => {
  // Aliases of aliases: 8000 values.
  const nested = ['x', 'a', 'b', 'c'].map((name, at, all) =>
    at === 0 ? 'x: &x { zh: 甲 }\n' : `${name}: &${name} [${`*${all[at - 1]},`.repeat(20)}]\n`,
  )
  const world = await createWorld(t, {
    'site.yaml': 'zh:\n  title: [一\nen: { title: a }\n',
    'menu.yaml': 'a: b\n',
    'labels.yaml': 'a: { zh: 甲 }\na: { zh: 乙 }\n',
    'banners.yaml': nested.join(''),
  })
  t.match(world.problems(), [
    /^site.yaml:3 not YAML/,
    'menu.yaml:1 expected list, got object',
    /^labels.yaml:2 not YAML/,
    /^banners.yaml:1 cannot be parsed/,
  ])
  t.strictSame(
    world.warnings().map(({ event }) => event),
    Array(4).fill('content file left out'),
  )
  t.strictSame(await dataOf(world), empty)
})

t.test('a wrong value in a site file leaves out its key or its entry', async (t) => {
  const world = await createWorld(t, {
    'site.yaml': `zh: { keywords: 574, titel: 水, description: 水表 }
en: { title: Works }
time_zone: Mars/Olympus
`,
    'menu.yaml': `- { id: 1, title: { zh: 一, en: One }, path: /news }
- { id: 1, title: { zh: 二, en: Two }, path: /about }
- { id: 2, title: { zh: 三 }, path: javascript:alert(1) }
`,
    'labels.yaml': 'news_intro: { en: Fairs }\nnews_intr: { en: A }\nproduct_intro: { en: 2009 }\n',
    'banners.yaml': 'home:\n  - { id: 1, en: { title: One } }\n  - { id: 2, en: {} }\nside: []\n',
  })
  const problems = world.origin.problems().map(({ file, line, problem, effect }) => {
    return `${file}:${line} ${problem} (${effect})`
  })
  t.strictSame(problems.sort(), [
    'banners.yaml:3 home[2].en.title is missing (incomplete)',
    'banners.yaml:4 side: unknown key (ignored)',
    'labels.yaml:2 news_intr: unknown key, did you mean news_intro? (ignored)',
    'labels.yaml:3 product_intro.en: expected text, got number (incomplete)',
    'menu.yaml:2 [2].id: id 1 is already used in this list (incomplete)',
    'menu.yaml:3 [3].path: unsafe URL: must start with / or https:// (incomplete)',
    'menu.yaml:3 [3].title.en is missing (incomplete)',
    'site.yaml:1 zh.keywords: expected text, got number (incomplete)',
    'site.yaml:1 zh.titel: unknown key, did you mean title? (ignored)',
    'site.yaml:1 zh.title is missing, and brand.yaml has no zh.name (incomplete)',
    'site.yaml:3 time_zone: expected a time zone, as Asia/Shanghai or Europe/Berlin (incomplete)',
  ])
  const data = await dataOf(world)
  t.strictSame(data['site.yaml'], { zh: { title: '', description: '水表' }, en: { title: 'Works' } })
  t.equal(data['menu.yaml'].length, 1)
  t.strictSame(data['labels.yaml'], { news_intro: 'Fairs' })
  t.strictSame(data['banners.yaml'], [{ id: 1, title: 'One' }])
})
