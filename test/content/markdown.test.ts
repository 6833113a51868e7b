// Markdown rendering of article bodies.
import t, { type Test } from 'tap'
import { createWorld, page } from './world.ts'

async function bodyOf(t: Test, markdown: string): Promise<string> {
  const world = await createWorld(t, { 'service/a.zh.md': page('id: 1\ntitle: 一', markdown) })
  t.strictSame(
    world.origin.problems().filter(({ effect }) => effect === 'left out'),
    [],
  )
  return (await world.dataOf('article/detail/1?lang=zh')).body
}

t.test('headings get ids from their text, unique and different from the ids of the page', async (t) => {
  const body = await bodyOf(
    t,
    '## 安装 与 *维护*\n## Install & Run!\n## 安装 与 维护\n### 安装-与-维护-2\n## ——\n## Data\n## A `b_c` (Ｄ)\n',
  )
  t.strictSame(
    [...body.matchAll(/<h(\d) id="([^"]*)">/g)].map(([, level, id]) => [level, id]),
    [
      ['2', '安装-与-维护'],
      ['2', 'install-run'],
      ['2', '安装-与-维护-2'],
      ['3', '安装-与-维护-2-2'],
      ['2', 'section'],
      ['2', 'data-2'],
      ['2', 'a-b_c-d'],
    ],
  )
})

const rows: Record<string, [markdown: string, html: string]> = {
  'emphasis next to Chinese punctuation is recognised': [
    '进入**「维护」**后面',
    '<p>进入<strong>「维护」</strong>后面</p>\n',
  ],
  'HTML is escaped, and bare URLs are not linked': [
    '<script>alert(1)</script> www.site.example',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; www.site.example</p>\n',
  ],
  'a line break between two Chinese characters is removed': [
    '一行\n两行，\n**三**\n四 a\n五\nb',
    '<p>一行两行，<strong>三</strong>四 a\n五\nb</p>\n',
  ],
  'images have width, height and loading=lazy': [
    '见 ![一"台"泵](/media/images/pump-1200x675.svg) 与 ![](https://img.example/x.png)',
    '<p>见 <img src="/media/images/pump-1200x675.svg" alt="一&quot;台&quot;泵" width="1200" height="675" loading="lazy">' +
      ' 与 <img src="https://img.example/x.png" alt="" loading="lazy"></p>\n',
  ],
  'links may be fragments, root-relative, https, mailto and tel': [
    '[a](#维护) [b](/en/news) [c](https://a.example) [d](mailto:a@b.example) [e](tel:+86574)',
    '<p><a href="#%E7%BB%B4%E6%8A%A4">a</a> <a href="/en/news">b</a> <a href="https://a.example">c</a>' +
      ' <a href="mailto:a@b.example">d</a> <a href="tel:+86574">e</a></p>\n',
  ],
  'a titled image within text stays in its paragraph': [
    '按 ![键](/media/key-20x10.svg "启动键") 启动',
    '<p>按 <img src="/media/key-20x10.svg" alt="键" title="启动键" width="20" height="10" loading="lazy"> 启动</p>\n',
  ],
}
t.test('text, images and breaks between lines', async (t) => {
  const all = Object.entries(rows)
  const files = all.map(([, [markdown]], at) => [
    `service/${at}.zh.md`,
    page(`id: ${at + 1}\ntitle: 一`, markdown),
  ])
  const world = await createWorld(t, Object.fromEntries(files))
  for (const [at, [name, [, html]]] of all.entries())
    t.equal((await world.dataOf(`article/detail/${at + 1}?lang=zh`)).body, html, name)
})

t.test('a titled image is a figure with a caption', async (t) => {
  const figure = (name: string, caption: string) =>
    `<figure><img src="/media/${name}-20x10.svg" alt="${name}" width="20" height="10" loading="lazy">` +
    `<figcaption>${caption}</figcaption></figure>`
  const flat = (html: string) => html.replaceAll('\n', '')
  t.equal(flat(await bodyOf(t, '![a](/media/a-20x10.svg "图 <1>")')), figure('a', '图 &lt;1&gt;'))
  t.equal(
    flat(await bodyOf(t, '前\n\n![a](/media/a-20x10.svg "A")\n\n![b](/media/b-20x10.svg "B")\n\n后')),
    `<p>前</p>${figure('a', 'A')}${figure('b', 'B')}<p>后</p>`,
  )
  t.match(
    flat(await bodyOf(t, '[![a](/media/a-20x10.svg "A")](/product/1)')),
    /^<figure><a href="\/product\/1"><img [^>]*><\/a><figcaption>A<\/figcaption><\/figure>$/,
  )
  t.match(await bodyOf(t, '- ![a](/media/a-20x10.svg "A")'), /<li>\s*<figure>/)
})
