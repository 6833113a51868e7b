// Embedded content API: site configuration, menu, labels and banners.
import t from 'tap'
import { readBanners, readLabels, readMenu, readSiteConfig } from '../../shared/content/content.ts'
import { createFolder, createWorld, richText, type World, writeFiles } from './world.ts'

t.test('the site configuration has both languages', async (t) => {
  const world = await createWorld(t, {
    'site.yaml': `site_url: https://works.example
zh: { title: 水表厂 }
en: { title: Meter Works }
`,
    'brand.yaml': `founded: '2009'
social:
  - { name: LinkedIn, url: 'https://social.example/works' }
zh: { phone: '0574', logo: /media/logo-10x10.svg }
en: { phone: '0575' }
`,
    'media/logo-10x10.svg': '<svg/>',
  })
  const { status, json } = await world.post('/api/home/config/base', { lang: 'en' })
  t.equal(status, 200)
  t.strictSame(json.data, {
    zh: { title: '水表厂', phone: '0574', logo: '/media/logo-10x10.svg' },
    en: { title: 'Meter Works', phone: '0575' },
    site_url: 'https://works.example',
    founded: '2009',
    social: [{ name: 'LinkedIn', url: 'https://social.example/works' }],
  })
  t.equal(readSiteConfig(json.data, richText).zh.title, '水表厂')
})

t.test('the menu is a tree', async (t) => {
  const world = await createWorld(t, {
    'menu.yaml': `- id: 1
  title: { zh: 产品, en: Products }
  path: /product
  children:
    - { id: 11, title: { zh: 水泵, en: Pump }, path: /product/101 }
- { id: 2, title: { zh: 商城, en: Shop }, path: 'https://shop.example/', external: true }
`,
  })
  const { json } = await world.send('POST', '/api/home/route/tree')
  t.strictSame(json.data, [
    {
      id: 1,
      title: { zh: '产品', en: 'Products' },
      path: '/product',
      children: [{ id: 11, title: { zh: '水泵', en: 'Pump' }, path: '/product/101', children: [] }],
    },
    { id: 2, title: { zh: '商城', en: 'Shop' }, path: 'https://shop.example/', external: true, children: [] },
  ])
  t.equal(readMenu(json.data, richText)[0]?.children[0]?.id, 11)
})

t.test('labels: all or the requested ones, in the language', async (t) => {
  const world = await createWorld(t, {
    'labels.yaml': 'a: { zh: 甲, en: A }\nb.c: { zh: 乙 }\nd: { en: D }\n',
  })
  const labels = async (body: object) => {
    const { json } = await world.post('/api/home/block/label', body)
    return readLabels(json.data, richText)
  }
  t.strictSame(await labels({ lang: 'zh' }), { a: '甲', 'b.c': '乙' })
  t.strictSame(await labels({ lang: 'en' }), { a: 'A', d: 'D' })
  t.strictSame(await labels({ lang: 'en', keys: ['a', 'b.c', 'toString', 'zzz'] }), { a: 'A' })
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
  const banners = async (body: object) => {
    const { json } = await world.post('/api/home/block/banner', body)
    return readBanners(json.data, richText) && json.data
  }
  t.strictSame(await banners({ lang: 'zh', position: 'home' }), [
    { id: 1, title: '一', link: '/product/1', link_text: '看' },
    { id: 2, title: '二' },
  ])
  t.strictSame(await banners({ lang: 'en', position: 'home' }), [
    { id: 1, title: 'One', image: 'https://img.example/a-10x10.jpg' },
  ])
  t.strictSame(await banners({ lang: 'en', position: 'footer' }), [])
  t.strictSame(await banners({ lang: 'en', position: 'constructor' }), [])
  t.equal((await world.post('/api/home/block/banner', { lang: 'en' })).status, 400)
})

const calls = {
  'site.yaml': 'config/base',
  'menu.yaml': 'route/tree',
  'labels.yaml': 'block/label',
  'banners.yaml': 'block/banner',
}

/** The response of each call, by file. */
async function responsesOf(world: World) {
  const responses = Object.entries(calls).map(async ([file, call]) => {
    const { status, json } = await world.post(`/api/home/${call}`, { lang: 'en', position: 'home' })
    return [file, { status, json }] as const
  })
  return Object.fromEntries(await Promise.all(responses))
}

t.test('a site file that is not of its shape counts as empty where no text of it is known', async (t) => {
  const broken = {
    'site.yaml': ['- a\n', 1, 'expected object, got list', { zh: { title: '' } }],
    'menu.yaml': ['a: b\n', 1, 'expected list, got object', []],
    'labels.yaml': ['7\n', 1, 'expected object, got number', {}],
    'banners.yaml': ['home: [\n', 2, /^not YAML/, []],
  } as const
  for (const [file, [text, line, problem, data]] of Object.entries(broken)) {
    const world = await createWorld(t, { [file]: text })
    t.match(world.warnings(), [{ file, line, problem, event: 'content file left out' }])
    for (const [other, { status, json }] of Object.entries(await responsesOf(world))) {
      t.equal(status, 200, `${file} and ${other}`)
      if (other === file) t.strictSame(json.data, data)
    }
  }
})

t.test('a site file that is missing or empty is an empty resource, without a warning', async (t) => {
  const folder = createFolder(t, { 'news/.keep': '' })
  const data = {
    'site.yaml': { zh: { title: '' } },
    'menu.yaml': [],
    'labels.yaml': {},
    'banners.yaml': [],
  }
  for (const text of [undefined, '', '# a comment\n']) {
    if (text !== undefined)
      writeFiles(folder, Object.fromEntries(Object.keys(calls).map((file) => [file, text])))
    const world = await createWorld(t, {}, { folder })
    t.strictSame(world.warnings(), [])
    for (const [file, { status, json }] of Object.entries(await responsesOf(world))) {
      t.equal(status, 200, file)
      t.strictSame(json.data, data[file as keyof typeof data], file)
    }
  }
})

t.test('a wrong value in a site file leaves out its key or its entry', async (t) => {
  const world = await createWorld(t, {
    'site.yaml': `zh: { keywords: 574, phone: '0574', titel: 水, description: 水表 }
en: { title: Works }
time_zone: Mars/Olympus
social: []
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
    'banners.yaml:3 home.1.en.title is missing (incomplete)',
    'banners.yaml:4 side: unknown key (ignored)',
    'labels.yaml:2 news_intr: unknown key, did you mean news_intro? (ignored)',
    'labels.yaml:3 product_intro.en: expected text, got number (incomplete)',
    'menu.yaml:2 1.id: id 1 is already used in this list (incomplete)',
    'menu.yaml:3 2.path: unsafe URL: must start with / or https:// (incomplete)',
    'menu.yaml:3 2.title.en is missing (incomplete)',
    'site.yaml:1 zh.keywords: expected text, got number (incomplete)',
    'site.yaml:1 zh.phone: unknown key (ignored)',
    'site.yaml:1 zh.titel: unknown key, did you mean title? (ignored)',
    'site.yaml:1 zh.title is missing, and brand.yaml has no zh.name (incomplete)',
    'site.yaml:3 time_zone: expected a time zone, as Asia/Shanghai or Europe/Berlin (incomplete)',
    'site.yaml:4 social: unknown key (ignored)',
  ])
  const responses = await responsesOf(world)
  t.strictSame(responses['site.yaml']?.json.data, {
    zh: { title: '', description: '水表' },
    en: { title: 'Works' },
  })
  t.equal(responses['menu.yaml']?.json.data.length, 1)
  t.strictSame(responses['labels.yaml']?.json.data, { news_intro: 'Fairs', news_intr: 'A' })
  t.strictSame(responses['banners.yaml']?.json.data, [{ id: 1, title: 'One' }])
})

t.test('invalid YAML of a site file is reported with its line', async (t) => {
  const world = await createWorld(t, {
    'site.yaml': 'zh:\n  title: [一\nen: { title: a }\n',
    'labels.yaml': 'a: { zh: 甲 }\na: { zh: 乙 }\n',
    'banners.yaml': `a: &a { zh: 甲 }\nb: &b [${'*a,'.repeat(20)}]\nc: &c [${'*b,'.repeat(20)}]\nd: [${'*c,'.repeat(20)}]\n`,
    'menu.yaml': 'id: 0\n',
  })
  const lines = world.warnings().map(({ file, line }) => [file, line])
  t.strictSame(lines, [
    ['site.yaml', 3],
    ['menu.yaml', 1],
    ['labels.yaml', 2],
    ['banners.yaml', 1],
  ])
})
