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

const unchanged = [
  '<h2 id="a">A</h2><h3>B</h3><p>text <strong>b</strong> <em>i</em> <code>c</code></p>',
  '<ul><li>a</li></ul><ol start="3"><li>b</li></ol><dl><dt>a</dt><dd>b</dd></dl>',
  '<blockquote>q</blockquote><pre><code>x &lt; y</code></pre>',
  '<p><a href="/news/1">here</a> <a href="mailto:a@b.example">mail</a> <a href="#a">top</a></p>',
  '<p><a href="https://else.example" rel="noopener noreferrer">elsewhere</a></p>',
  '<figure><figcaption>c</figcaption></figure><p lang="en" dir="ltr">x</p>',
].map((html) => [html, html] as const)
const table = '<table><tr><th scope="col" colspan="2">a</th></tr><tr><td rowspan="2">b</td></tr></table>'
const changed = [
  // Tables scroll in a box of their own, headings of the second level can be linked to, images are lazy and have a size.
  [table, `<div class="table-scroll">${table}</div>`],
  [
    '<h1>a</h1><h3>b</h3><h2 id="c">c</h2><h2 id="data">d</h2>',
    '<h2 id="section">a</h2><h3>b</h3><h2 id="c">c</h2><h2 id="data-2">d</h2>',
  ],
  [
    '<img src="/media/a-120x60.svg">',
    '<img src="/media/a-120x60.svg" width="120" height="60" loading="lazy" decoding="async" alt="">',
  ],
] as const

t.test('plain markup stays as it is; tables, headings and images get what they need', async (t) => {
  for (const [html, expected] of [...unchanged, ...changed]) t.equal(sanitise(html), expected)
})

t.test('images are of this site, or of the hosts that the configuration names', async (t) => {
  const named = createRichText({ imageHosts: ['https://img.example', 'https://*.cdn.example'] })
  const shown = words('/media/a.svg a.png https://img.example/a.png https://a.b.cdn.example/x')
  const hidden = words(String.raw`
    https://else.example/a.png http://img.example/a.png https://img.example:81/a //img.example/a.png
    /\else.example/a.png https://img.example@else.example/a.png data:image/png, https://evilcdn.example/x
  `)
  for (const src of shown) t.match(named(`<img src="${src}">`), `src="${src}"`, src)
  for (const src of hidden) t.equal(named(`a<img src="${src}">b`), 'ab', src)
})

t.test('what is said in the other language is marked as such', async (t) => {
  t.equal(
    sanitise('<p>Write to 宁波汀澜仪表有限公司，镇海 &amp; come</p><pre>水</pre>', 'en'),
    '<p>Write to <span lang="zh-CN">宁波汀澜仪表有限公司，镇海</span> &amp; come</p><pre>水</pre>',
  )
  t.equal(
    sanitise('<p>TL-Mag 用 Modbus RTU，即 <b>a protocol for serial lines</b></p>', 'zh'),
    '<p><span class="unbroken">TL-Mag</span> 用 Modbus RTU，即 <b><span lang="en-US">a protocol for serial lines</span></b></p>',
  )
  t.equal(sanitise('<p>水</p>'), '<p>水</p>', 'where nobody knows the language')
})

t.test('frames and players are links with their titles', async (t) => {
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
    [`<p>a</p><iframe title="Film" src="${film}"><p>b</p>`, `<p>a</p>${link(film, 'Film')}`],
    ['<video>See <a href="/a.mp4">the file</a></video>', 'See <a href="/a.mp4">the file</a>'],
    [`<embed src="${film}" title="Film">`, link(film, 'Film')],
    [`<iframe title="&lt;b&gt;&quot;" src="${film}"></iframe>`, link(film, '&lt;b&gt;"')],
  ] as const)
    t.equal(sanitise(html), expected, html)
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
  ...Object.fromEntries(
    words(`
      width height alt title lang dir hreflang download start reversed datetime scope colspan rowspan open
    `).map((name) => [name, /^/]),
  ),
}
const elementsAllowed = words(`
  h2 h3 h4 h5 h6 p br hr blockquote pre code kbd samp ul ol li dl dt dd a strong b em i u s del ins mark small
  sub sup abbr cite q time span div section figure figcaption img details summary
  table caption thead tbody tfoot tr th td
`)

function problemsIn(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) => [
    ...(elementsAllowed.includes(name) ? [] : [`<${name}>`]),
    ...Object.entries(attributes).flatMap(([attribute, value]) =>
      attributesAllowed[attribute]?.test(value) ? [] : [`${attribute}="${value}"`],
    ),
  ])
}

t.test('of known bypasses only allowed elements and attributes remain', async (t) => {
  for (const [kind, texts] of Object.entries(bypasses))
    for (const text of texts) t.strictSame(problemsIn(sanitise(text)), [], `${kind}: ${text}`)
})

const pieces = Object.values(bypasses).flatMap((texts) => texts.flatMap((text) => text.split(/(?=[<>"'=])/)))
property(t, 'combinations leave only allowed elements, also sanitised again', textOf(pieces, 13), (text) => {
  const clean = sanitise(text)
  deepEqual(problemsIn(clean), [])
  // Boxes of tables are added again, and links within links end each other.
  const boxes = /<\/?(?:div|a)\b[^>]*>/g
  return sanitise(clean).replace(boxes, '') === clean.replace(boxes, '')
})
