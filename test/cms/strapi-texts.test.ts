// Texts and pictures of Strapi: Markdown, blocks, components of the starter templates.
import t, { type Test } from 'tap'
import { answerJson } from '../helpers/cms.ts'
import { createStrapi, entryOf, picture, serveEntries } from '../helpers/strapi.ts'
import type { SystemOptions } from '../helpers/systems.ts'

const pictureCopies = '/media/small_art_1.jpeg 500w, /media/large_art_1.jpeg 1000w'

/** Items as the site has them, of entries of a type with these fields. */
async function itemsOf(t: Test, type: string, fields: object[], options: SystemOptions = {}) {
  const entries = fields.map((one, at) => entryOf(at + 1, one))
  const { get } = await createStrapi(t, { [type]: entries }, options)
  const found = entries.map(({ slug }) => get(`/api/home/article/info/${slug}?lang=zh`))
  return (await Promise.all(found)).map(({ data }) => data)
}

/** The texts of articles as the site has them. */
async function bodiesOf(t: Test, bodies: unknown[], options: SystemOptions = {}): Promise<string[]> {
  const items = await itemsOf(
    t,
    'articles',
    bodies.map((body) => ({ body })),
    options,
  )
  return items.map(({ body }) => body)
}

t.test('texts: Markdown, HTML, blocks and hostile values', async (t) => {
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  const blocks = [
    { type: 'heading', level: 1, children: [text('T & <b>')] },
    { type: 'paragraph', children: [text('a', { bold: true, italic: true }), text(' b\nc')] },
    { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [text('1')] }] },
    { type: 'quote', children: [{ type: 'link', url: '/news/3?a="b', children: [text('l')] }] },
    { type: 'code', children: [text('x\ny')] },
    { type: 'image', image: { url: '/uploads/a.png', alternativeText: '"', width: 4, height: 3 } },
    { type: 'paragraph', children: [text('')] },
  ]
  const all = ['## A\n\n![x](/uploads/a.png)', '<p>HTML</p>', blocks, 7, { children: null }]
  const [markdown, html, ofBlocks, ...hostile] = await bodiesOf(t, all)
  t.match(markdown, /<h2 id="a">A<\/h2>[\s\S]*src="\/media\/a\.png"/)
  t.equal(html, '<p>HTML</p>')
  t.strictSame(ofBlocks?.split('\n'), [
    '<h2 id="chapter-1">T &amp; &lt;b&gt;</h2>',
    '<p><em><strong>a</strong></em> b<br>c</p>',
    '<ol><li>1</li></ol>',
    '<blockquote><p><a href="/news/3?a=&quot;b">l</a></p></blockquote>',
    '<pre><code>x',
    'y</code></pre>',
    '<figure><img src="/media/a.png" srcset="/media/a.png 4w" alt="&quot;" width="4" height="3" loading="lazy"></figure>',
  ])
  t.strictSame(hostile, ['', ''])
})

t.test(
  'the components of the starter templates: a quotation has its author, pictures their copies',
  async (t) => {
    const [body = ''] = await bodiesOf(t, [
      [
        { __component: 'shared.quote', id: 1, title: 'Thelonious & Monk', body: 'You dig?' },
        { __component: 'shared.slider', id: 1, files: [picture, { ...picture, formats: null }] },
      ],
    ])
    t.match(body, /<blockquote><p>You dig\?<\/p>\s*<p><cite>Thelonious &amp; Monk<\/cite><\/p><\/blockquote>/)
    t.ok(body.includes(`srcset="${pictureCopies}" alt="Art" width="5824" height="3259"`))
    t.equal(body.split('<img ').length, 3)
  },
)

t.test(
  'pictures in Markdown have the size and the copies of their file, if the token may read it',
  async (t) => {
    for (const [status, files] of [
      [403, {}],
      [200, [picture]],
    ] as const) {
      const [{ body }] = await itemsOf(t, 'articles', [{}], {
        prepare(cms) {
          const text = `![Art](${cms.urls[0]}/uploads/art_1.jpeg)\n\n![](https://other.test/b.png)`
          serveEntries(cms, 'articles', [entryOf(1, { body: text })])
          answerJson(cms, '/api/upload/files?', files, { status })
        },
      })
      const sized = `srcset="${pictureCopies}" width="1000" height="560" alt="Art"`
      t.ok(
        body.includes(`<img src="/media/art_1.jpeg" ${status === 200 ? sized : 'alt="Art"'}`),
        String(status),
      )
    }
  },
)

t.test('the first of several pictures is the cover, and categories are tags', async (t) => {
  const category = { id: 1, documentId: 'c', name: 'Meters', slug: 'meters' }
  const { get } = await createStrapi(t, { articles: [entryOf(1, { images: [picture], category })] })
  const [first] = (await get('/api/home/article/list/news?lang=zh')).data.list
  t.match(first, { cover: '/media/art_1.jpeg', cover_alt: 'Art', tags: ['Meters'] })
})

t.test(
  'no text of a component is lost, whatever its fields are called; settings and other entries are none',
  async (t) => {
    const hero = {
      __component: 'page.hero',
      id: 3,
      eyebrow: 'Since 1998',
      headline: 'Flow & water',
      lead: 'Two lines\nof text',
      colour: 'dark blue',
      anchor: 'top',
      code: 'TL-7',
      background: '#fff',
      columns: 3,
      wide: true,
      price: '49',
      badge: 'new',
      finish: 'matte',
      model: 'TL-9',
      grade: 'Industrial',
      shownFrom: '2026-01-01',
      layout: 'two columns',
      提示: '请先断电',
      cta: { id: 1, label: 'Ask us', url: '/contact', style: 'big button' },
      cards: [
        { id: 1, title: 'Care', link: '/service/1', note: 'Once <b>a</b> year', icon: 'water drop' },
        { id: 2, title: 'Repair', details: { text: '**Within** a day' } },
      ],
      stats: [{ id: 1, value: '57', label: 'countries' }],
      points: ['first point', 'second point', 'token'],
      modes: ['auto', 'TL-7'],
      clip: { url: 'https://video.example/7', title: 'The film' },
      related: {
        ...entryOf(9, { documentId: 'x', publishedAt: 'x' }),
        title: 'Other article',
        internal_notes: 'not for anyone',
      },
    }
    const inner = (words: string, depth: number) => [{ __component: 'a.b', inner: nested({ words }, depth) }]
    const [all = '', ...others] = await bodiesOf(t, [[hero], inner('too deep', 40), inner('deep enough', 8)])
    const lines = all.split('\n').filter(Boolean)
    t.strictSame(lines, [
      '<p>Since 1998</p>',
      '<h2 id="chapter-1">Flow &amp; water</h2>',
      '<p>Two lines</p>',
      '<p>of text</p>',
      '<p>TL-7</p>',
      '<p>49</p>',
      '<p>new</p>',
      '<p>Industrial</p>',
      '<p>请先断电</p>',
      '<p><a href="/contact">Ask us</a></p>',
      '<h2 id="chapter-2"><a href="/service/1">Care</a></h2>',
      '<p>Once <b>a</b> year</p>',
      '<h2 id="chapter-3">Repair</h2>',
      '<p><strong>Within</strong> a day</p>',
      '<p>57</p>',
      '<p>countries</p>',
      '<ul><li>first point</li><li>second point</li><li>token</li></ul>',
      '<h2 id="chapter-4"><a href="https://video.example/7">The film</a></h2>',
      '<p>Other article</p>',
    ])
    t.strictSame(others, ['', '<p>deep enough</p>'], 'deeper than anybody writes')
  },
)

function nested(value: object, depth: number): object {
  return depth === 0 ? value : { inner: nested(value, depth - 1) }
}

t.test('the block editor of Directus is HTML', async (t) => {
  const block = (type: string, data: object) => ({ id: 'x', type, data })
  const body = {
    time: 1,
    version: '2.29.0',
    blocks: [
      block('header', { text: 'A & <i>b</i>', level: 1 }),
      block('paragraph', { text: 'One <b>bold</b> word' }),
      block('nestedlist', {
        style: 'ordered',
        items: [{ content: 'a', items: [{ content: 'b', items: [] }] }],
      }),
      block('checklist', { items: [{ text: 'done', checked: true }] }),
      block('quote', { text: 'You dig?', caption: 'Monk', alignment: 'left' }),
      block('code', { code: 'x < y' }),
      block('table', {
        withHeadings: true,
        content: [
          ['a', 'b'],
          ['1', '2'],
        ],
      }),
      block('image', {
        file: { url: '/uploads/a.png', width: 4, height: 3 },
        caption: 'Art',
        stretched: false,
      }),
      block('attaches', { file: { url: '/uploads/a.pdf', name: 'a.pdf' }, title: 'The data sheet' }),
      block('embed', { source: 'https://video.example/7', caption: 'Film' }),
      block('of-a-plugin', { message: 'Kept as well', level: 3 }),
    ],
  }
  const [found = ''] = await bodiesOf(t, [body])
  t.strictSame(found.split('\n'), [
    '<h2 id="chapter-1">A & <i>b</i></h2>',
    '<p>One <b>bold</b> word</p>',
    '<ol><li>a<ol><li>b</li></ol></li></ol>',
    '<ul><li>done</li></ul>',
    '<blockquote><p>You dig?</p><p><cite>Monk</cite></p></blockquote>',
    '<pre><code>x &lt; y</code></pre>',
    '<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<figure><img src="/media/a.png" srcset="/media/a.png 4w" alt="Art" width="4" height="3" loading="lazy"><figcaption>Art</figcaption></figure>',
    '<p><a href="/media/a.pdf">The data sheet</a></p>',
    '<p><a href="https://video.example/7">Film</a></p>',
    '<p>Kept as well</p>',
  ])
})

t.test(
  'specifications: names and values are found whatever their fields are called, in groups too',
  async (t) => {
    const found = [
      { name: 'Range', value: '0–10 m' },
      { name: 'Weight', value: '2.5 kg' },
    ]
    const all = [
      [
        { id: 1, name: 'Range', value: '0–10 m' },
        { id: 2, label: 'Weight', value: 2.5, unit: 'kg' },
      ],
      [
        { parameter: 'Range', figure: '0–10 m' },
        { unit: 'kg', feature: { id: 4, name: 'Weight' }, amount: '2.5' },
      ],
      [
        { title: 'All', items: [{ key: 'Range', text: '0–10 m' }] },
        { rows: [{ 名称: 'Weight', 数值: '2.5', unit: 'kg' }] },
      ],
      { Range: '0–10 m', Weight: '2.5 kg' },
      'Range: 0–10 m\nWeight：2.5 kg',
    ]
    const items = await itemsOf(
      t,
      'products',
      all.map((specs) => ({ specs })),
    )
    for (const [at, { specs }] of items.entries()) t.strictSame(specs, found, JSON.stringify(all[at]))
  },
)

t.test(
  'order codes, key figures and references of products are read where they are like the contract',
  async (t) => {
    const [product] = await itemsOf(t, 'products', [
      {
        specs: [{ name: 'Range', value: '10 m' }],
        highlights: 'Range',
        variants: [
          { id: 1, sku: 'A-50', size: 50, attributes: { Liner: 'EPDM' } },
          { code: 'A-80', attributes: [{ label: 'Liner', value: 'PTFE' }] },
          { size: 'without a code' },
        ],
        references: [{ title: 'Water works', since: 2019 }, { place: 'Ningbo' }],
      },
    ])
    t.match(product, {
      highlights: ['Range'],
      variants: [
        { code: 'A-50', size: '50', attributes: [{ name: 'Liner', value: 'EPDM' }] },
        { code: 'A-80', attributes: [{ name: 'Liner', value: 'PTFE' }] },
      ],
      references: [{ name: 'Water works', since: '2019' }],
    })
    t.equal(product?.variants.length, 2)
    t.equal(product?.references.length, 1)
  },
)
