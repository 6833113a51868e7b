// Parsing of content files: what a text is read as, and what is said of it, without a folder around it.
import t, { type Test } from 'tap'
import { readBrand, withBrand } from '../../server/content/markdown/brand.ts'
import {
  createParseBytes,
  lineIn,
  localeOf,
  resultOrFault,
} from '../../server/content/markdown/parse-file.ts'
import { scanFolder } from '../../server/content/markdown/scan.ts'
import { siteSettingsOf } from '../../server/content/markdown/site-files.ts'
import { noRichText } from '../../shared/content/reader.ts'
import { defaultSiteSettings } from '../../shared/site-settings.ts'
import { words } from '../helpers/words.ts'
import { page } from './world.ts'

const parse = createParseBytes(defaultSiteSettings, { imageHosts: [] })
const parsed = (file: string, text: string) => parse(file, Buffer.from(text))

/** A row is a text in a file, with ⏎ for a line end, then what is said of its lines; `!`: the file is left out. */
function checkFaults(t: Test, file: string, wrap: (text: string) => string, table: string) {
  for (const row of table.trim().split('\n')) {
    const [written = '', ...expected] = row.trim().split(/ *→ ?/)
    const { faults } = parsed(file, wrap(written.replaceAll('⏎', '\n')))
    const found = faults.map(
      ({ line, effect, problem }) => `${line}${effect === 'left out' ? '!' : ''} ${problem}`,
    )
    t.equal(found.length, expected.length, `${written}: ${found}`)
    for (const [at, one] of expected.entries()) t.ok(found[at]?.startsWith(one), `${written}: ${found[at]}`)
    for (const { zh, effect } of faults) {
      t.match(zh.replace('不是有效的 YAML：', ''), /\p{Script=Han}/u)
      t.match(effect, /^(?:left out|incomplete|ignored|remark)$/)
    }
  }
}
const news = (front: string) => page(`id: 1\ntitle: a\npublished_at: 2026-03-02\n${front}`)
const product = (front: string) => page(`id: 1\ntitle: a\n${front}`)
const body = (markdown: string) => page('id: 1\ntitle: A', markdown)
const x = (count: number) => 'x'.repeat(count)

t.test('fields of front matter: what is wrong, and what to write', async (t) => {
  const fronts = String.raw`
    aliases: [/old.html, "/a?b=1", /${x(499)}]
    aliases: [/a b, "/a#b"] → 5 aliases[1]: expected the address of → 5 aliases[2]: expected the address of
    aliases: [//x, "/%zz"] → 5 aliases[1]: expected the address of → 5 aliases[2]: expected the address of
    aliases: [old, /${x(500)}] → 5 aliases[1]: expected the address of → 5 aliases[2]: expected the address of
    aliases: [/api/x] → 5 aliases[1]: is an address that cannot be moved
    sign: a.b-_9
    sign: "" → 5! sign: expected 1 to 64
    sign: ${x(65)} → 5! sign: expected 1 to 64
    cover: https://a.example/x?y#z
    cover: https:// → 5! cover: unsafe URL: must name a host
    cover: ftp://a → 5! cover: unsafe URL: must start with
    cover: x/https://a → 5! cover: unsafe URL: must start with
    cover: //a → 5! cover: unsafe URL: must start with
    cover: "HTTP://a" → 5! cover: unsafe URL: http:// is not allowed
    cover: "/a\u3000b" → 5! cover: unsafe URL: has a space; write %20
    cover: "/a\\b" → 5! cover: unsafe URL: has a backslash
    cover: "/a\u0000" → 5! cover: unsafe URL: has a character
    cover: " /a" → 5! cover: unsafe URL: has a space at
    format: x⏎source: x → 5 format: no longer a key: write → 6 source: no longer a key: remove
    expires_at: 2026-3-2 → 5! expires_at: expected a date, as 2026-03-02, 2026-03-02 09:30 or
    expires_at: 2026-02-30 → 5! expires_at: expected a date
    expires_at: 2026-03-02 24:00 → 5! expires_at: expected a date
    expires_at: 2026-02-30T09:30:00Z → 5! expires_at: expected a date
    expires_at: 2026-03-02T09:30:00+8 → 5! expires_at: expected a date
    parent: '2' → 5! parent: expected number
    parent: 1.5 → 5! parent: expected a positive whole number
    parent: 9007199254740993 → 5! parent: expected a positive whole number
    seo: { titel: a } → 5 seo.titel: unknown key, did you mean title?
    seo:⏎  #title: a
    draf: true → 5! draf: the item is not public until this is corrected: unknown key, did you mean draft?
    publish: a → 5! publish: the item is not public until this is corrected: unknown key
    "a.b": 1 → 5 a.b: unknown key
    tags: [" ", 7] → 5 tags[1]: must not be empty → 5 tags[2]: expected text
    facets: {a: [b]} → 5 facets: unknown key
    family: a → 5 family: unknown key
    parent: 0 → 5! parent: expected a positive whole number`
  checkFaults(t, 'news/a.zh.md', news, fronts)
  const facets = `
    facets: {${x(40)}: [${x(50)}]}
    cover: /x/media/a.heic⏎gallery: [{url: /media/a.heic.png}, {url: "/media/a b.tif"}, {url: /media/ab.tif}] → 5 gallery[2].url: unsafe URL → 5 /media/ab.tif
    family: "" → 4! family: must not be empty
    facets: {${x(41)}: [a]} → 4 facets.xxx
    facets: {a: [${x(51)}, ""]} → 4 facets.a[1]: expected at most 50 → 4 facets.a[2]: must not be empty`
  checkFaults(t, 'product/a.zh.md', product, facets)
})

t.test('YAML: what is wrong with a line, and what is read otherwise than it was meant', async (t) => {
  const fronts = String.raw`
    summary: [a → 5! not YAML: Flow sequence
    order: "1 → 5! not YAML: Missing closing
    summary: 'a' b → 5! not YAML: Unexpected scalar
    summary: @a → 5! not YAML: Plain value cannot start
    summary: "\q" → 5! not YAML: Invalid escape
    - a → 5! not YAML: Implicit keys
    a⏎b → 5! not YAML: Implicit map keys → 6! not YAML: Implicit map keys
    order: 1⏎order: 2 → 6! not YAML: Map keys must be unique
    summary: a: b → 5! not YAML: a text with a colon and a space
    summary: “a” b: c → 5! not YAML: a text with a colon and a space
    摘要: b: c → 5! not YAML: Nested mappings
    tags: [⏎  - a⏎  ] → 6! not YAML: Block collections
    tags:⏎  -${'\t'}a: b → 6! not YAML: Tabs are not allowed
    "a" b：c → 5! not YAML: Implicit map keys
    summary: |a → 5! not YAML: Block scalar header
    x：y → 5! not YAML: a full-width colon
    - x：y → 5! not YAML: a full-width colon
    summary:a → 5! not YAML: no space after the colon
    summary:　a → 5! not YAML: a no-break or full-width space
    -  summary:　a → 5! not YAML: a no-break or full-width space
    x:⏎  summary:　a⏎  b: c → 6! not YAML: a no-break or full-width space
    a b:　c → 5! not YAML: Implicit map keys
    -  summary:a → 5! not YAML: no space after the colon
    x:⏎  summary:a⏎  b: c → 6! not YAML: no space after the colon
    a b:c → 5! not YAML: Implicit map keys
    x:⏎  -  name: a: b → 6! not YAML: a text with a colon
    x:⏎  name:  a b: → 6! not YAML: a text with a colon
    a b: c: d → 5! not YAML: Nested mappings
    ⏎${'\t'}summary: a → 6! not YAML: Tabs
    order: .inf → 5! order: expected number, got Infinity
    order: -.nan → 5! order
    summary: *a → 5! not YAML: nothing before *a is marked &a
    x: &a [b]⏎tags: [${'*a, '.repeat(101)}] → 1! cannot be parsed: Excessive alias count
    summary: a # b
    summary: #b → 5 what follows the # is a comment: #b;
    summary: a #b → 5 what follows the # is a comment: #b;
    summary: "a" #b
    tags: [a，b, c、d, "e，f"] → 5 one entry: a，b; write a comma → 5 one entry: c、d
    tags:⏎  - a，b
    order: 1 #x
    tags: [a] #x
    gallery:⏎  - url: /ok⏎  - alt: b⏎    url: x → 8 gallery[2].url: unsafe URL
    specs:⏎  - name: a⏎  - value: b → 6 specs[1].value is missing → 7 specs[2].name is missing`
  checkFaults(t, 'news/a.zh.md', news, fronts)
  const files = `
    x → 1! the file must start with a line ---
    ---x⏎id: 1 → 1! the file must start with a line ---
    x---⏎id: 1 → 1! the file must start with a line ---
    ---⏎id: 1⏎---x → 1! the front matter has no closing line ---
    ---⏎--- ⏎x → 2! expected object, got null
    ---⏎- a⏎--- → 2! expected object, got list
    ---⏎${'['.repeat(20_000)}⏎--- → 2! not YAML`
  checkFaults(t, 'news/a.zh.md', String, files)
  const { faults, urls } = parse('news/a.zh.md', Buffer.of(255))
  t.match([faults, urls.length], [[{ line: 1, problem: 'not UTF-8 text', effect: 'left out' }], 0])
  const [unclosed] = parsed('menu.yaml', '[').faults
  t.match(unclosed, { problem: /: Flow sequence must end with a \]$/, zh: '不是有效的 YAML：缺少一个字符' })
  checkFaults(t, 'menu.yaml', String, 'a⏎---⏎b → 2! not YAML: Source contains multiple documents')
  checkFaults(t, 'menu.yaml', String, '标题：一 → 1! not YAML: a full\na\rb：c → 2! not YAML')
  const menu = (path: string) => `- { id: 1, title: { zh: 一, en: One }, path: ${path} }`
  checkFaults(t, 'menu.yaml', menu, '""\n/a\nx → 1 [1].path: unsafe URL: must start')
  checkFaults(t, 'menu.yaml', String, '- { id: 1, title: One, path: /a } → 1 [1].title: expected object')
  const inEnglish = createParseBytes({ ...defaultSiteSettings, languages: ['en'] }, { imageHosts: [] })
  const named = inEnglish('menu.yaml', Buffer.from('- { id: 1, title: One, path: /a }'))
  t.match([named.content, named.faults.length], [[{ title: { en: 'One' } }], 0])
  checkFaults(t, 'menu.yaml', String, 'a⏎标题：一 → 2! not YAML: a full\na⏎b → 1! expected list, got string')
})

t.test('Markdown: lines that only look like it, and links that lead nowhere', async (t) => {
  const [head, link] = ['5 shown as text: a heading', '5 shown as text: a link needs half-width']
  const [space, comment] = ['5 shown as text, because of the space', 'a comment without an end']
  const lines = (texts: string[], fault: string) =>
    texts.map((text) => `${text}${fault && ` → ${fault}`}`).join('\n')
  const right = '#x|####### x|a ＃|`##x`|a ##x|**a**（/b）|[a](</b c>)|[a](x y)|[a](/bcd)|a :::|{#'.split('|')
  const rows = [
    lines(['##　x', '###x', '#　x', '＃ x'], head),
    lines(right, ''),
    lines(['[a]（/b）', '[a](/b）', '[a]（/b)', '[a]( https://x）', '[a](http:b）', '[a]（http:'], link),
    lines(
      ['[a](/b c)', '[a](./b c)', '[a](../b c)', '[a](https://b c)', '[a](media/b cd)', '[a](http:b c)'],
      space,
    ),
    '＊＊a＊＊ → 5 shown as text: bold',
    ':::x → 5 shown as text: there is no block',
    '## a {#水-b1} → 5 shown as text: ids of headings',
    'a\\⏎**##b⏎##c** → 7 shown as text: a heading',
    '[x](#a) [y](#data) [z](#nix) [q](#) [r](/a#nix)⏎## A → 5 no heading of this text has the id nix',
    '⏎[a](ftp://x) ![e](mailto:x) → 6! unsafe URL: ftp://x; must → 6! unsafe URL: mailto:x; must',
    '[a](xmailto:x) [b](mailto:x) [c](tel:1) → 5! unsafe URL: xmailto:x',
    `x⏎⏎<!-- a → 7 ${comment}`,
    `x <!-->⏎b → 5 ${comment}`,
    `x⏎<!---> → 6 ${comment}`,
  ]
  checkFaults(t, 'service/a.zh.md', body, rows.join('\n'))
  const { page, faults } = parsed('service/a.zh.md', body('a <!-- b'))
  t.match([page?.html, faults], ['<p>a</p>\n', [{ effect: 'incomplete' }]])
  t.equal(parsed('service/a.zh.md', body('[a](ftp://x)')).content, undefined)
  checkFaults(t, 'download/a.en.md', product, 'items: [{id: 3, name: F, url: /media/x.tif}]')
})

t.test('Markdown: comments, breaks, pictures and headings', async (t) => {
  const figure = '<figure><img src="/a-12x67.svg" alt="a">'
  const rows: [markdown: string, html: string][] = [
    ['a<!-- x -->b `<!-- c -->` \\<!-- d -->', '<p>ab <code>&lt;!-- c --&gt;</code> &lt;!-- d --&gt;</p>'],
    ['``` ` <!-- a --> ``` <!--h\n\ni--> j', '<p><code>` &lt;!-- a --&gt;</code></p><p>j</p>'],
    ['x <!---->', '<p>x</p>'],
    ['`` a ` <!-- b --> ``', '<p><code>a ` &lt;!-- b --&gt;</code></p>'],
    ['~x <!-- a -->', '<p>~x</p>'],
    ['a ~~~ <!-- b -->', '<p>a ~~~</p>'],
    ['~~~ <!-- b -->', '<pre><code class="language-&lt;!--"></code></pre>'],
    ['~~~\n~~~ x\n<!-- a -->\n~~~', '<pre><code>~~~ x &lt;!-- a --&gt;</code></pre>'],
    ['- ~~~\n  b\n  ~~~\n  c <!-- d -->', '<ul><li><pre><code>b</code></pre>c</li></ul>'],
    ['```js\n<!-- a -->\n```', '<pre><code class="language-js">&lt;!-- a --&gt;</code></pre>'],
    [
      '~~~ js\n<!-- a -->\n~~~~~ \nb <!-- c -->',
      '<pre><code class="language-js">&lt;!-- a --&gt;</code></pre><p>b</p>',
    ],
    [
      '10.  ~~~\n     <!-- a -->\n     ~~~',
      '<ol start="10"><li><pre><code>&lt;!-- a --&gt;</code></pre></li></ol>',
    ],
    ['## Data\n[x](#data)', '<h2 id="data-2">Data</h2><p><a href="#data-2">x</a></p>'],
    ['a `b <!-- c\n-->', '<p>a `b</p>'],
    ['````\n```\n<!-- a -->\n````\nb <!-- c -->', '<pre><code>```&lt;!-- a --&gt;</code></pre><p>b</p>'],
    ['- ~~~\n  <!-- a -->\n  ~~~', '<ul><li><pre><code>&lt;!-- a --&gt;</code></pre></li></ul>'],
    ['> ```\n> <!-- a -->\n> ```', '<blockquote><pre><code>&lt;!-- a --&gt;</code></pre></blockquote>'],
    ['1. ```\n   <!-- a -->\n   ```', '<ol><li><pre><code>&lt;!-- a --&gt;</code></pre></li></ol>'],
    ['![a](/a-12x67.svg "t")', `${figure}<figcaption>t</figcaption></figure>`],
    [
      '[![a](/a-12x67.svg "t")](/b)',
      `${figure.replace('<img', '<a href="/b"><img')}</a><figcaption>t</figcaption></figure>`,
    ],
    ['- ![a](/a-12x67.svg "t")', `<ul><li>${figure}<figcaption>t</figcaption></figure></li></ul>`],
    ['![a](/a.png)', '<p><img src="/a.png" alt="a"></p>'],
    ['![a](/a.png "t") b', '<p><img src="/a.png" alt="a" title="t"> b</p>'],
    [
      '# A\n## A\n## A *b*\n## !\n## Data\n[x](#a)',
      '<h1 id="a">A</h1><h2 id="a-2">A</h2><h2 id="a-b">A <em>b</em></h2><h2 id="section">!</h2><h2 id="data-2">Data</h2><p><a href="#a">x</a></p>',
    ],
    ['进入**「维护」**后面', '<p>进入<strong>「维护」</strong>后面</p>'],
    [
      '[a](#维护) [b](https://a.example)\n## 维护-（Ｄ）`b_c`',
      '<p><a href="#%E7%BB%B4%E6%8A%A4">a</a> <a href="https://a.example">b</a></p><h2 id="维护-d-b_c">维护-（Ｄ）<code>b_c</code></h2>',
    ],
    ['<b>x</b> www.a.example 10^[a]', '<p>&lt;b&gt;x&lt;/b&gt; www.a.example 10^[a]</p>'],
  ]
  for (const [markdown, html] of rows) {
    const flat = parsed('service/a.zh.md', body(markdown))
      .page?.html.replace(/(?<=>|`)\n|\n(?=<)/g, '')
      .replaceAll('\n', ' ')
    t.equal(flat, html, markdown)
  }
})

t.test('a line break between two Chinese characters is removed', async (t) => {
  const text = '一\n二 a\n三\n*四*\n五  \n六，\nぁ\nb\nc'
  t.equal(
    parsed('service/a.zh.md', body(text)).page?.html,
    '<p>一二 a\n三<em>四</em>五<br>\n六，ぁ\nb\nc</p>\n',
  )
})

t.test('a product: its search document, its local addresses and its content', async (t) => {
  const front = `summary: S
tags: [x, y]
parent: 2
author: A
facets: {Q: [u, u, v]}
specs: [{name: n, value: v}]
variants: [{code: C1, size: Z, attributes: [{name: m, value: w}]}, {code: C2}]
attachments: [{name: F, url: /media/f.tif}]
cover: /media/c.heic`
  const text =
    'start *em*\nzwei\n\n## H *1*\n\ntext `c`\n\n    code\n\n```js\nfence\n```\n\n![alt](/media/p.TIFF "cap")\n\n[w](/media/l.tif) <https://a.b>'
  const {
    content,
    documents,
    urls,
    page: shown,
    faults,
  } = parsed('product/a.zh.md', page(`id: 1\ntitle: T\naliases: [/old]\n${front}`, text))
  const spoken =
    'start em zwei\nH 1\ntext c\ncode\n\nfence\n\nalt cap\nw https://a.b\nn v\nC1 · Z · m w\nC2\nA\nF f.tif'
  const weight = 1.6 * 0.9
  t.strictSame(documents, [
    { part: '', title: 'T', tags: 'x\ny', keys: 'u\nv\nC1\nZ\nC2\n', summary: 'S', body: spoken, weight },
  ])
  t.strictSame(
    urls.map(({ url, line }) => `${line} ${url}`),
    ['12 /media/f.tif', '13 /media/c.heic', '28 /media/p.TIFF', '30 /media/l.tif'],
  )
  t.strictSame(
    faults.map(({ line, problem }) => `${line} ${problem.split(' ')[0]}`),
    ['13 /media/c.heic', '28 /media/p.TIFF'],
  )
  t.strictSame(shown?.chapters, [{ id: 'h-1', title: 'H 1' }])
  t.match(content, { facets: [{ name: 'Q', values: ['u', 'v'] }], parent: 2 })
})

t.test('a manual, a list of downloads and an about page: the documents of a search', async (t) => {
  const documents = (file: string, front: string, text = '') =>
    parsed(file, page(`id: 1\ntitle: M | N\n${front}`, text)).documents
  const whole = { part: '', title: 'M | N', tags: '', keys: '', summary: 'd', body: '', weight: 1 }
  const chapter = (part: string, title: string) => ({
    part,
    title,
    tags: 'M | N',
    summary: '',
    body: part,
    weight: 0.8,
  })
  t.strictSame(documents('manual/m.en.md', 'summary: S', 'intro\n\n## One\n\none\n\n## Two\n\ntwo'), [
    { ...whole, summary: 'One\nTwo', body: 'intro', weight: 1.1 },
    chapter('one', 'One'),
    chapter('two', 'Two'),
  ])
  const items =
    'items: [{id: 3, name: F, url: /media/x.pdf, description: fd, version: v2}, {id: 4, name: G, url: /y/b.zip}]'
  const file = { part: '3', title: 'F', tags: 'x.pdf', summary: 'fd', body: 'v2\nM | N', weight: 0.9 }
  t.strictSame(documents('download/d.en.md', `description: d\n${items}`), [
    whole,
    file,
    { ...file, part: '4', title: 'G', tags: 'b.zip', summary: '', body: '\nM | N' },
  ])
  t.strictSame(documents('about/a.en.md', 'facts: [{name: f, value: g}]'), [
    { ...whole, title: 'M N', summary: '', body: 'f g', weight: 1.1 },
  ])
  t.match(documents('service/a.en.md', ''), [{ weight: 1.2 }])
  t.match(documents('news/a.en.md', 'published_at: 2026-01-01'), [{ weight: 1 }])
})

t.test('form.yaml: a field is as in the default form, but for what is written', async (t) => {
  const text = { required: false, autoComplete: 'off' }
  const label = { zh: 'L', en: 'L' }
  const rows: [yaml: string, field: object][] = [
    ['{name: name}', { name: 'name', type: 'text', required: true, limit: 100, autoComplete: 'name' }],
    [
      '{name: name, type: tel, required: false, limit: 9}',
      { name: 'name', type: 'tel', required: false, limit: 9, autoComplete: 'tel' },
    ],
    ['{name: a, label: L}', { name: 'a', type: 'text', ...text, limit: 200, label }],
    [
      '{name: a, label: L, type: email, help: H}',
      {
        name: 'a',
        type: 'email',
        ...text,
        limit: 200,
        autoComplete: 'email',
        label,
        help: { zh: 'H', en: 'H' },
      },
    ],
    [
      '{name: a, label: L, type: checkbox, limit: 9}',
      { name: 'a', type: 'checkbox', ...text, limit: 3, label },
    ],
    [
      '{name: a, label: L, type: select, choices: [x, {value: y, en: Y}]}',
      {
        name: 'a',
        type: 'select',
        ...text,
        limit: 200,
        label,
        choices: [
          { value: 'x', label: { zh: 'x', en: 'x' } },
          { value: 'y', label: { zh: 'y', en: 'Y' } },
        ],
      },
    ],
  ]
  for (const [yaml, field] of rows) t.strictSame(parsed('form.yaml', `- ${yaml}`).content, [field])
  const faults = `
    {name: A} → 1! [1].name: expected 1 to 40 of small letters
    {name: a${x(40)}, label: L} → 1! [1].name: expected 1 to 40 of small letters
    {name: homepage} → 1! [1].name: homepage is reserved
    {name: elapsed} → 1! [1].name: elapsed is reserved
    {name: product} → 1! [1].name: product is reserved
    {name: constructor} → 1! [1].name: constructor is reserved
    {name: title}⏎- {name: result} → 1! [1].name: title is reserved → 2! [2].name: result is reserved
    {name: a} → 1! [1]: label is missing
    {name: a, type: select} → 1! [1]: label is missing → 1! [1].choices: a select needs
    {name: name, type: select} → 1! [1].choices: a select needs choices
    {name: name, choices: [a]} → 1! [1].choices: only a select has choices
    {name: name, limit: 10000, x: 1} → 1 [1].x: unknown key
    {name: name, limit: 0} → 1! [1].limit: expected a whole number from 1 to 10000
    {name: name, limit: 1.5} → 1! [1].limit: expected a whole number
    {name: name, limit: 10001} → 1! [1].limit: expected a whole number
    {name: name}⏎- {name: name} → 2! [2].name: name name is already used
    {name: name, type: select, choices: [a, ""]} → 1! [1].choices[2]: must not be empty`
  checkFaults(t, 'form.yaml', (line) => `- ${line}`, faults)
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => `- {name: a${at}, label: L}`).join('\n')
  t.equal(parsed('form.yaml', many(30)).faults.length, 0)
  t.match(parsed('form.yaml', many(31)).faults, [{ problem: 'expected at most 30 fields' }])
})

t.test('site files: what is left out of each', async (t) => {
  const files: Record<string, string> = {
    'site.yaml': `
      zh: {synonyms: [[a, b], [c]]} → 1 zh.synonyms[2]: expected at least two words
      redirects: {/a: /b, /c: news/fair}
      redirects: {/d: news, /f: //x} → 1 redirects./d: expected a path of this site → 1 redirects./f: expected
      redirects: {/e: "https://a.example"} → 1 redirects./e: expected a path of this site
      redirects: {/d: a b/c, /f: news/fair/x} → 1 redirects./d: expected a path of this site → 1 redirects./f: expected
      redirects: {/sections: //x} → 1 redirects./sections: expected a path
      zh:⏎  title: >⏎    标题：a
      redirects: {/api/x: /b} → 1 redirects./api/x: is an address
      languages: [fr] → 1! languages: expected [zh, en]
      sections: 1 → 1! sections
      time_zone: Mars → 1 time_zone: expected a time zone
      zh: 1⏎x: 1 → 1 zh: expected object → 2 x: unknown key
      # empty`,
    'labels.yaml': `
      - a → 1! expected object, got list
      home_approvals: {}⏎home_contact_title: {}⏎home_contact_text: {}
      home_proof_4_value: {}⏎home_products_title: {}⏎home_solutions_intro: {}⏎news_intro: {en: a}
      home_proof_5_label: {} → 1 home_proof_5_label: unknown key, did you mean home_proof_1_label?`,
    'banners.yaml': `
      home: [{id: 1}, {id: 1}, {zh: {title: a}}] → 1 home[2].id: id 1 → 1 home[3].id is missing
      side: [] → 1 side: unknown key`,
    'brand.yaml': `
      mark: /media/a.png⏎ornament: /a.svg → 1 mark: expected an SVG → 2 ornament: expected an SVG
      mark: /x/media/a.svg⏎ornament: /media/a.svg.png → 1 mark: expected an SVG → 2 ornament: expected an SVG
      colours: {brand: {light: '#5b8def', dark: '#8ab4ff'}, on_brand: {dark: '#888888'}} → 1 colours.brand.light: the contrast of #5b8def to #e9edf3 is 2.74:1, 7:1 is needed → 1 colours.on_brand.dark: the contrast of #888888 to #8ab4ff is 1.
      brand_hover: 1 → 1 brand_hover: no longer a key: remove it
      placeholder: /media/xy.svg⏎zh: {logo_dark: /media/a-80x20.svg}
      zh: {logo: /media/a.svg} → 1 zh.logo: the name of the file must end
      colours: {ink: '#112233', accent: a, theme: 7} → 1 colours.accent: expected → 1 colours.theme: expected
      colours: {theme: {light: '#ffffff', dark: "#0C111B"}, ink: '#000000'}
      colours: {ink: x#123456, accent: '#1234567', control: x#123, theme: '#1234', on_brand: 1} → 1 colours.on_brand: expected → 1 colours.accent: expected → 1 colours.control: expected → 1 colours.theme: expected → 1 colours.ink: expected
      colours: {ink: {light: '#112233'}, control: '#123'} → 1 colours.control: expected → 1 colours.ink: expected
      colours: {ink: '#445566'} → 1 colours.ink: the contrast of #445566 to
      colours: {control: {light: '#ffffff', dark: null}} → 1 colours.control.light: the contrast of #ffffff to`,
  }
  for (const [file, table] of Object.entries(files)) checkFaults(t, file, String, table)
})

t.test('settings of a folder: of site.yaml, else of its last valid text, else the defaults', async (t) => {
  const [berlin, broken] = ['time_zone: Europe/Berlin', 'languages: [fr]']
  const rows: [site: string | undefined, lastValid: string | undefined, timeZone: string][] = [
    [berlin, 'time_zone: Asia/Tokyo', 'Europe/Berlin'],
    [berlin, undefined, 'Europe/Berlin'],
    ['# x', broken, 'Asia/Shanghai'],
    [broken, berlin, 'Europe/Berlin'],
    [broken, '', 'Asia/Shanghai'],
    [broken, broken, 'Asia/Shanghai'],
    [broken, undefined, 'Asia/Shanghai'],
    ['[', berlin, 'Europe/Berlin'],
    [undefined, berlin, 'Asia/Shanghai'],
  ]
  for (const [site, lastValid, timeZone] of rows) {
    const folder = t.testdir(site === undefined ? {} : { 'site.yaml': site })
    const settings = siteSettingsOf(folder, () =>
      lastValid === undefined ? undefined : Buffer.from(lastValid),
    )
    t.strictSame(settings, { ...defaultSiteSettings, timeZone }, `${site} ${lastValid}`)
  }
})

t.test('the line of a field, and what breaks a parser', async (t) => {
  const item = page('id: 1\nitems:\n  - url: /a\n    a.b: 1')
  const lines = {
    '': 2,
    id: 2,
    'items.0': 4,
    'items.0.url': 4,
    'items.0.a.b': 5,
    'items.0.x': 4,
    'items.1': 3,
    x: 2,
  }
  for (const [field, line] of Object.entries(lines))
    t.equal(lineIn('download/a.zh.md', Buffer.from(item), field), line, field)
  const menu = Buffer.from(`\n${Array.from({ length: 11 }, (_, at) => `- id: ${at}\n  1: a`).join('\n')}`)
  t.strictSame(
    ['', ...words('0.id 1 1.1 10 10.id 10.1 10.1.x 11')].map((field) => lineIn('menu.yaml', menu, field)),
    [1, 2, 4, 5, 22, 22, 23, 23, 1],
  )
  t.equal(lineIn('menu.yaml', Buffer.from('['), 'x'), 1)
  t.strictSame(words('a.zh.md a/b.en.md a.md a.fr.md zh').map(localeOf), [
    'zh',
    'en',
    ...Array(3).fill(undefined),
  ])
  const broken = (error: unknown) =>
    resultOrFault(() => {
      throw error
    })
  const fault = { line: 1, problem: 'cannot be parsed: a', zh: '无法解析：a', effect: 'left out' }
  t.strictSame(
    [broken(new Error('a')), broken('a')],
    [
      [undefined, fault],
      [undefined, fault],
    ],
  )
})

t.test('a scan has the visible names of a folder, and what is in its content folders', async (t) => {
  const hidden = { '.a': '', '#a': '', 'a~': '', 'Thumbs.db': '', '~$a.md': '', 'a.tmp': '' }
  const folder = t.testdir({
    media: { b: { c: { 'd.svg': '' } }, self: t.fixture('symlink', '.') },
    news: { 'a.md': 'a', 'a.swp.md': '', 'b~.md': '', c: { 'd.md': '' }, ...hidden },
    nothing: t.fixture('symlink', 'none'),
    other: { 'a.md': '' },
  })
  const { digest, versions } = scanFolder(folder)
  const below =
    'media media/b media/b/c media/b/c/d.svg media/self news news/a.md news/a.swp.md news/b~.md news/c'
  t.strictSame([...versions.keys()], words(`${below} nothing other`))
  t.match(versions.get('news/a.md'), /^1 \d{19} \d{19} \d+ \d+$/)
  t.strictSame(
    words('media media/self news nothing').map((name) => versions.get(name)),
    ['', '', '', ''],
  )
  const digests = [undefined, ['news']].map((folders) => scanFolder(folder, folders).digest === digest)
  t.match([digest, ...digests], [/^[\w-]{27}$/, true, false])
})

t.test('the data of the site has the names and facts of the brand', async (t) => {
  const social = [{ name: 'a', url: '/a' }]
  const own = { name: '水', short_name: 's', phone: '1' }
  const brand = { light: '#5b8def', dark: '#8ab4ff' }
  const rows: [site: Record<string, unknown>, brand: object, data: object][] = [
    [{ zh: { title: '表' } }, { zh: own }, { zh: { title: '表', ...own }, en: undefined }],
    [{}, {}, { zh: { title: '' }, en: undefined, brand: undefined, social: undefined }],
    [{ en: {} }, { zh: own }, { zh: { title: '水' }, en: { title: '', phone: '1', name: undefined } }],
    [{ en: {} }, { zh: own, social }, { social, en: { short_name: undefined } }],
    [{}, { colours: { brand } }, { brand: { colours: { brand: { ...brand, light: '#334a66' } } } }],
    [{ zh: { title: '表' } }, { en: { name: 'W' } }, { zh: { title: '表' }, en: { title: '表', name: 'W' } }],
    [
      { en: 1 },
      { founded: '1', mark: '/media/m.svg' },
      { founded: '1', brand: { mark: '/media/m.svg' }, en: undefined },
    ],
  ]
  for (const [site, brand, data] of rows) t.match(withBrand(site, readBrand(brand, noRichText)), data)
})
