// Texts as visitors see them: what an author wrote is shown, links in it lead somewhere, and nothing meant for authors is public.
import t, { type Test } from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { ifLong } from '../helpers/long.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { createFolder, createWorld, page, siteFiles, writeFiles } from './world.ts'

const unique = (values: string[]) => [...new Set(values)]
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)

const folder = createFolder(t, siteFiles)
const site = await createEmbeddedSite(t, { folder, watch: false })
let lastId = 0

/** The page of a new article in Markdown, and what check-content says of its file. */
async function pageOf(markdown: string) {
  lastId += 1
  const name = `service/${lastId}.zh.md`
  writeFiles(folder, { [name]: page(`id: ${lastId}\ntitle: 一`, markdown) })
  await site.origin.reload()
  const body = await site.body(`/service/${lastId}`)
  const text = /<div class="rich-text">(.*?)<\/div><div class="beside/s.exec(body)?.[1] ?? ''
  return { body, text, problems: site.origin.problems().filter(({ file }) => file === name) }
}

/** The page of an article whose text is HTML of an upstream. */
async function pageOfHtml(t: Test, html: string) {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/article/detail/1?', (data: object) => ({ ...data, body: html }))
  return (await site.get('/news/1')).body
}

const headings = ['Site survey', 'Part numbers', 'Form factors', 'Contact form', 'Data', 'Main menu']

t.test('every heading of a text can be linked to, and no two elements have one id', async (t) => {
  const markdown = [...headings, 'Data'].map((title) => `## ${title}\nx`).join('\n\n')
  const { body, text, problems } = await pageOf(`${markdown}\n\n[here](#form-factors)`)
  t.strictSame(unique(idsIn(body)), idsIn(body))
  const named = [...text.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)
  t.equal(named.length, headings.length + 1)
  for (const id of named) t.match(body, `href="#${id}"`)
  t.match(text, `<a href="#${named[2]}">here</a>`)
  t.strictSame(problems, [])
})

t.test('anchors and footnotes in HTML of an upstream work, also those with ids of the page', async (t) => {
  const body = await pageOfHtml(
    t,
    '<p id="top">a<a href="#_ftn1" name="_ftnref1">[1]</a></p><h2 id="form-a">b</h2><a href="#form-a">c</a>' +
      '<p id="content">d</p><p id="top">e</p><p><a href="#_ftnref1" name="_ftn1">[1]</a> f</p>',
  )
  t.strictSame(unique(idsIn(body)), idsIn(body))
  const links = [...body.matchAll(/<a (?:[^>]* )?href="#([^"]+)"[^>]*>(?:c|\[1\])<\/a>/g)].map(([, id]) => id)
  t.equal(links.length, 3)
  for (const id of links) t.ok(idsIn(body).includes(id!), `#${id}`)
})

t.test('footnotes stand below the text', async (t) => {
  const { text, problems } = await pageOf('水表[^1]\n\n[^1]: 依据 GB/T 778.1-2018\n')
  t.match(text, /<sup><a href="#fn1" id="fnref1">\[1\]<\/a><\/sup>/)
  t.match(text, /<li id="fn1">.*依据/s)
  t.strictSame(problems, [])
})

t.test(
  'references to characters are these characters, in contents, search and titles of players',
  async (t) => {
    const written = 'M&uuml;ller &rarr; &Omega;'
    const { body } = await pageOf(`## ${written}\n\n${written}\n\n## b\n\n## c`)
    t.ok(body.split('Müller → Ω').length > 3)
    t.match(await site.body('/?keywords=M%C3%BCller'), 'Müller</mark> → Ω')
    const player = `<iframe title="${written}" src="https://video.example/1"></iframe>`
    for (const page of [body, await pageOfHtml(t, `${player}<h2>${written}</h2>`)])
      t.notMatch(page, /&amp;(?:uuml|rarr|Omega)/)
  },
)

t.test('a vertical bar is text, in a title and in a cell of a table', async (t) => {
  writeFiles(folder, {
    'service/bar.zh.md': page('id: 900\ntitle: 水 | 电', '| a \\| b |\n|---|\n| `c \\| d` |\n'),
  })
  await site.origin.reload()
  const body = await site.body('/service/900')
  t.match(body, /<title>水 \| 电 \| /)
  for (const shown of ['>水 | 电</h1>', '<th>a | b</th>', '<code>c | d</code>']) t.match(body, shown)
})

t.test('columns stand as their author has aligned them', async (t) => {
  const { text } = await pageOf('| a | b | c | d |\n|---|:-:|--:|:--|\n| x | 1 | y | 2 |\n')
  t.match(text, /x.*<td class="align-center">1.*<td class="align-end">y.*<td class="align-start">2/s)
  const cells = '<td align="center">1</td><td style="color:red; TEXT-ALIGN : Right">b</td>'
  const body = await pageOfHtml(t, `<table><tr>${cells}<td style="x-text-align:right">c</td></tr></table>`)
  t.match(body, '<td class="align-center">1</td><td class="align-end">b</td><td>c</td>')
})

t.test('a long paragraph of short lines is read like any other text', ifLong, async (t) => {
  const world = await createWorld(t, {
    'service/a.zh.md': page('id: 1\ntitle: 一', '水表\n'.repeat(100_000)),
  })
  const { body } = await world.dataOf('article/detail/1?lang=zh')
  t.equal(body.length, '<p></p>\n'.length + 200_000)
})
