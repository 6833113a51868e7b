// Rich text from the upstream: what may stand on a page stays, everything else goes. Known bypasses of sanitisers are checked
// here by elements and attributes, in a browser in test/browser/hostile.test.ts.
import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { createRichText } from '../../../server/content/rich-text/rich-text.ts'
import { bypasses } from '../../helpers/bypasses.ts'
import { elementsOf } from '../../helpers/elements.ts'
import { property, textOf } from '../../helpers/property.ts'
import { words } from '../../helpers/words.ts'

const sanitise = createRichText({ imageHosts: [] })

const kept = [
  '<h2 id="a">A</h2><h3>B</h3><p>text <strong>b</strong> <em>i</em> <code>c</code></p>',
  '<ul><li>a</li></ul><ol start="3"><li>b</li></ol><dl><dt>a</dt><dd>b</dd></dl>',
  '<blockquote>q</blockquote><pre><code>x &lt; y</code></pre>',
  '<p><a href="/news/1">here</a> <a href="mailto:a@b.example">mail</a> <a href="tel:+86">call</a> <a href="#a">top</a></p>',
  '<figure><figcaption>c</figcaption></figure><p lang="en" dir="ltr">x</p>',
]

t.test('plain markup stays as it is', async (t) => {
  for (const html of kept) t.equal(sanitise(html), html)
})

t.test('tables scroll in a box of their own', async (t) => {
  const table = '<table><tr><th scope="col" colspan="2">a</th></tr><tr><td rowspan="2">b</td></tr></table>'
  t.equal(sanitise(table), `<div class="table-scroll">${table}</div>`)
})

t.test('cells of a first column that differ name their rows', async (t) => {
  const table = (...rows: string[][]) => {
    const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    return sanitise(
      `<table><thead><tr><th>Size</th><th>Flow</th></tr></thead><tbody>${cells.join('')}</tbody></table>`,
    )
  }
  t.match(table(['<b>DN15</b>', '1'], ['DN20', '2']), '<th scope="row"><b>DN15</b></th><td')
  t.match(table(['DN15', '1'], ['DN20', '2']), '<th scope="row">DN20</th>')
  for (const rows of [
    [
      ['a', '1'],
      ['a', '2'],
    ],
    [
      ['a', '1'],
      ['', '2'],
    ],
    [['–', '1']],
  ])
    t.notMatch(table(...rows), 'scope="row"')
  t.notMatch(sanitise('<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'), '<th')
})

t.test('a header cell without text is a data cell', async (t) => {
  const table = (cell: string) => sanitise(`<table><tr>${cell}<th>2024</th></tr></table>`)
  for (const cell of ['<th></th>', '<th scope="col"> </th>', '<th rowspan="2" scope="col"></th>'])
    t.match(table(cell), /<tr><td(?: rowspan="2")?><\/td><th>2024<\/th>/, cell)
  t.match(table('<th><img src="/a.png" alt="a"></th>'), '<th><img')
})

t.test('quotation marks are typographic around entities, and stay in code', async (t) => {
  const html =
    '<p>They ask for &quot;class 0.5&quot;, &quot;&lt;0.5 % &amp; none&quot;.</p><h2>And "why"?</h2>'
  const set = sanitise(html, 'en').replace(/<\/?span[^>]*>/g, '')
  t.match(set, '<p>They ask for “class 0.5”, “&lt;0.5')
  t.match(set, '&amp; none”.</p>')
  t.match(set, 'And “why”?</h2>')
  const code = '<pre><code>a "b" c</code></pre>'
  t.equal(sanitise(code, 'en'), code)
})

t.test('a heading of the first level becomes one of the second', async (t) => {
  t.equal(sanitise('<h1 id="b">a</h1>'), '<h2 id="b">a</h2>')
})

t.test('headings of the second level can be linked to', async (t) => {
  t.equal(
    sanitise('<h2>a</h2><h3>b</h3><h2 id="c">c</h2><h2 id="data">d</h2>'),
    '<h2 id="section-1">a</h2><h3>b</h3><h2 id="c">c</h2><h2 id="data-2">d</h2>',
  )
})

t.test('links to elsewhere open no door', async (t) => {
  t.equal(
    sanitise('<a href="https://else.example" target="_blank" rel="opener">x</a>'),
    '<a href="https://else.example" rel="noopener noreferrer">x</a>',
  )
})

t.test('images are lazy, have their size where the name tells it, and an alternative text', async (t) => {
  t.equal(
    sanitise('<img src="/media/a-120x60.svg">'),
    '<img src="/media/a-120x60.svg" width="120" height="60" loading="lazy" decoding="async" alt="">',
  )
})

t.test('images are of this site, or of the hosts that the configuration names', (t) => {
  const named = createRichText({ imageHosts: ['https://img.example', 'https://*.cdn.example'] })
  const shown = words(`
    /media/a.svg a.png https://img.example/a.png https://a.cdn.example/x https://a.b.cdn.example/x
  `)
  const hidden = [
    ...words(String.raw`
      https://else.example/a.png http://img.example/a.png https://cdn.example/x https://img.example:81/a
      //img.example/a.png /\else.example/a.png https://img.example@else.example/a.png data:image/png,
      https://img.example.else.example/a https://evilcdn.example/x https:\\else.example/x blob:x
    `),
    ...[''],
  ]
  for (const src of shown) t.match(named(`<img src="${src}">`), `src="${src}"`, src)
  for (const src of hidden) t.equal(named(`a<img src="${src}">b`), 'ab', src)
  t.end()
})

t.test('what would keep the sanitiser busy is wrong content', (t) => {
  const wrong = { name: 'ContentError', message: /^expected at most 1000000 characters of HTML/ }
  t.throws(() => sanitise('<div>'.repeat(6000)), wrong, 'deep')
  t.throws(() => sanitise('a'.repeat(1_000_001)), wrong, 'long')
  t.equal(sanitise('<br>'.repeat(6000)).length, '<br>'.length * 6000)
  t.equal(sanitise('<p>a</p>'.repeat(6000)).length, '<p>a</p>'.length * 6000)
  t.end()
})

t.test('numbers, names and words stay whole in text and headings, not in code', (t) => {
  t.equal(
    sanitise('<p>TL-Gate <a href="/a-B/4–20">±0.5 %</a></p><pre>4 mA "x"</pre><code>TL-Gate</code>', 'en'),
    '<p><span class="unbroken">TL-Gate</span> <a href="/a-B/4–20">±0.5\u00a0%</a></p><pre>4 mA "x"</pre><code>TL-Gate</code>',
  )
  t.equal(
    sanitise('<h2 id="a">电磁流量计的安装</h2><p>电磁流量计的安装</p>', 'zh'),
    '<h2 id="a">电磁<wbr>流量计的<wbr>安装</h2><p>电磁流量计的安装</p>',
  )
  t.end()
})

t.test('what is said in the other language is marked as such', (t) => {
  t.equal(
    sanitise('<p>Write to 宁波汀澜仪表有限公司，镇海 &amp; come</p><pre>水</pre>', 'en'),
    '<p>Write to <span lang="zh-CN">宁波汀澜仪表有限公司，镇海</span> &amp; come</p><pre>水</pre>',
  )
  t.equal(
    sanitise('<p>TL-Mag 用 Modbus RTU，即 <b>a protocol for serial lines</b></p>', 'zh'),
    '<p><span class="unbroken">TL-Mag</span> 用 Modbus RTU，即 <b><span lang="en-US">a protocol for serial lines</span></b></p>',
  )
  t.equal(sanitise('<p>水</p>'), '<p>水</p>', 'where nobody knows the language')
  t.end()
})

t.test('a quotation that begins with a bold word of warning is an alert', async (t) => {
  const cases: [string, string | undefined][] = [
    ['<p><strong>Warning</strong> Switch off.</p>', 'warning'],
    ['<p><strong>警告</strong>先断电。</p>', 'warning'],
    ['<p><b>Danger:</b> 220 V</p>', 'danger'],
    ['<p><strong>We</strong> say so.</p>', undefined],
    ['<p>A <strong>warning</strong></p>', undefined],
  ]
  for (const [inner, kind] of cases) {
    const html = sanitise(`<blockquote class="alert alert-danger">${inner}</blockquote>`)
    const [, found] = /^<blockquote class="alert alert-(\w+)" role="note">/.exec(html) ?? []
    t.equal(found, kind, inner)
  }
})

t.test('columns of figures are aligned, except for the first one and those with words', async (t) => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const html = sanitise(
    `<table><thead><tr><th>Year</th><th>Shipped</th><th>Note</th><th>Torque</th></tr></thead><tbody>${row('2023', '24,300', '12 of 30 bolts', '25 N·m')}${row('2024', '±0.3&nbsp;%', '2', '–')}</tbody></table>`,
  )
  const numbers = [...html.matchAll(/<t[hd] class="number">(.*?)</g)].map(([, text]) => text)
  t.strictSame(numbers, ['Shipped', 'Torque', '24,300', '25 N·m', '±0.3\u00a0%', '–'])
  t.notMatch(
    sanitise('<table><tbody><tr><td colspan="2">1</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>'),
    'number',
  )
})

t.test('frames and players are links with their titles', (t) => {
  const link = (url: string, text: string) => `<p><a href="${url}" rel="noopener noreferrer">${text}</a></p>`
  const film = 'https://video.example/embed/7'
  for (const [html, expected] of [
    [`<iframe title="The film" src="${film}?a=1&amp;b"></iframe>`, link(`${film}?a=1&amp;b`, 'The film')],
    [`<iframe src='//video.example/embed/7?x'></iframe>`, link(`${film}?x`, 'video.example/embed/7')],
    [
      '<video controls><source src="/media/a.mp4">Film of a pump</video>',
      '<p><a href="/media/a.mp4">Film of a pump</a></p>',
    ],
    [`<audio aria-label='Sound' src=${film}></audio>`, link(film, 'Sound')],
    ['<iframe srcdoc="<p>x</p>" src="javascript:alert(1)"></iframe>', ''],
    ['<iframe src="data:text/html,x">y</iframe>', ''],
    [`<p>a</p><iframe title="Film" src="${film}"><p>b</p>`, `<p>a</p>${link(film, 'Film')}`],
    [`<video src="${film}" title="Film"><p>b</p>`, link(film, 'Film')],
    ['<audio><p>Words</p></audio>', '<p>Words</p>'],
    ['<video>See <a href="/a.mp4">the file</a></video>', 'See <a href="/a.mp4">the file</a>'],
    [
      `<figure><oembed url="${film}"></oembed></figure>`,
      `<figure>${link(film, 'video.example/embed/7')}</figure>`,
    ],
    [`<embed src="${film}" title="Film">`, link(film, 'Film')],
    [`<iframe title="&lt;b&gt;&quot;" src="${film}"></iframe>`, link(film, '&lt;b&gt;"')],
  ] as const)
    t.equal(sanitise(html), expected, html)
  t.end()
})

const attributesAllowed: Record<string, RegExp> = {
  class: /^(?:table-scroll|align-(?:start|center|end))$/,
  tabindex: /^0$/,
  rel: /^noopener noreferrer$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  href: /^(?:https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:))/i,
  src: /^(?![a-z][a-z0-9+.-]*:|[/\\]{2})/i,
  id: /^(?!(?:data|content|main-menu|build-error)$|form-|part-|site-)/,
  width: /^/,
  height: /^/,
  alt: /^/,
  title: /^/,
  lang: /^/,
  dir: /^/,
  hreflang: /^/,
  download: /^/,
  start: /^/,
  reversed: /^/,
  datetime: /^/,
  scope: /^/,
  colspan: /^/,
  rowspan: /^/,
  open: /^/,
}
const elementsAllowed = new RegExp(
  `^(?:h[2-6]|${[
    'p br hr blockquote pre code kbd samp ul ol li dl dt dd a strong b em i u s del ins mark small',
    'sub sup abbr cite q time span div section figure figcaption img details summary',
    'table caption thead tbody tfoot tr th td',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
)

function problemsIn(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) => [
    ...(elementsAllowed.test(name) ? [] : [`<${name}>`]),
    ...Object.entries(attributes).flatMap(([attribute, value]) =>
      attributesAllowed[attribute]?.test(value) ? [] : [`${attribute}="${value}"`],
    ),
  ])
}

for (const [kind, texts] of Object.entries(bypasses)) {
  t.test(`${kind}: only allowed elements and attributes remain`, (t) => {
    for (const text of texts) t.strictSame(problemsIn(sanitise(text)), [], text)
    t.end()
  })
}

const pieces = Object.values(bypasses).flatMap((texts) => texts.flatMap((text) => text.split(/(?=[<>"'=])/)))
property(t, 'combinations leave only allowed elements, also sanitised again', textOf(pieces, 13), (text) => {
  const clean = sanitise(text)
  deepEqual(problemsIn(clean), [])
  // Boxes of tables are added again, and links within links end each other.
  const boxes = /<\/?(?:div|a)\b[^>]*>/g
  return sanitise(clean).replace(boxes, '') === clean.replace(boxes, '')
})
