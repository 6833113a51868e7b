// server/sources/markdown/README.md says what the reader of the content folder accepts, and its examples work as they are written.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { readBrand } from '../../server/sources/markdown/brand.ts'
import { readForm } from '../../server/sources/markdown/form-file.ts'
import { knownLabels, readBanners, readMenuNode, readSite } from '../../server/sources/markdown/site-files.ts'
import { categories } from '../../shared/constants.ts'
import { formatDate } from '../../shared/format.ts'
import { createFolder, createWorld, type Files, page, writeFiles } from '../content/world.ts'
import { botAgent, createSite } from '../helpers/site.ts'
import { namedExamples, readDocument, root, rowsOf, sectionOf, spansIn } from './document-parts.ts'
import { exampleFiles } from './example-files.ts'
import { keysRead } from './keys-read.ts'

const document = readDocument('server/sources/markdown/README.md')
const examples = namedExamples(document)
const exampleFolder = exampleFiles()
const delivered = '2026-05-04T09:00:00+08:00'

t.test('the commands of the start write a folder and find no mistake in it', async (t) => {
  const [, block = ''] = /^## Start\n+```sh\n(.*?)```/ms.exec(document) ?? []
  const folder = join(t.testdir(), 'my-site')
  const lines = block.replaceAll('../my-site', folder).split('\n')
  const commands = lines.map((line) => line.replace(/ +#.*/, '')).filter(Boolean)
  t.strictSame(commands, [
    `npm run new -- ${folder}`,
    `CONTENT_DIR=${folder} npm run dev`,
    `npm run check-content -- ${folder}`,
    `CONTENT_DIR=${folder} npm start`,
  ])
  // Without the loader of the tests. Other tests start the site with such a folder.
  const run = (command = '') =>
    promisify(execFile)('env', ['-u', 'NODE_OPTIONS', 'sh', '-c', command], { cwd: root })
  t.match((await run(commands[0])).stdout, `CONTENT_DIR=${folder} npm run dev`)
  t.match((await run(commands[2])).stdout, 'no mistakes')
})

t.test('the examples are a content folder without a mistake', async (t) => {
  const { origin } = await createWorld(t, exampleFolder)
  t.strictSame(origin.problems(), [])
})

t.test('each example is a page, and shows what the example says', async (t) => {
  const site = await createSite(t, { folder: createFolder(t, exampleFolder) })
  const expected = {
    '/en': [
      ...['Every drop counted', 'Meter A, from DN15 to DN50.', 'founded in Ningbo', 'Meters on loan', 'Shop'],
    ],
    '/zh': ['每一滴水都有数', '2009\u00a0年', '浙ICP备00000000号'],
    '/en/product/101': ['Meter A counts every drop.', 'Nominal size', 'PN16', 'Data sheet', 'Mounting kit'],
    '/en/product/101/102': ['Two unions, two gaskets and a key.'],
    '/en/detail_meter-a': ['Meter A counts every drop.'],
    '/news': ['第一批水表交付'],
    '/news/1': ['第一批水表今天交付。'],
    '/en/news/1': ['The first meters were delivered today.', formatDate(delivered, 'en')],
    '/en/about': ['We have made meters since 2009.'],
    '/en/about/company': ['We have made meters since 2009.'],
    '/en/contact': ['Write to us, or call on weekdays', 'hello@meters.example'],
    '/en/download': ['Meter A data sheet', 'Dimensions and pressure loss.', '1.2'],
    '/en/manual/1': ['The last three digits are litres.', 'The manual as PDF'],
  }
  for (const [url, texts] of Object.entries(expected)) {
    const { statusCode, body } = await site.get(url, { 'user-agent': botAgent })
    t.equal(statusCode, 200, url)
    // A title may have its words in elements of their own.
    const words = body.replace(/<\/?(?:span|wbr)[^>]*>/g, '')
    for (const text of texts) t.ok(body.includes(text) || words.includes(text), `${url}: ${text}`)
  }
})

function documentedKeys(heading: string): string[] {
  return rowsOf(sectionOf(document, heading)).flatMap(([cell = '']) => spansIn(cell))
}

/** Without keys that only hold the keys that are documented, and with one language for both. */
function leaves(keys: string[], { start = '', holders }: { start?: string; holders: string[] }): string[] {
  const own = keys.map((key) => key.replace(start, '').replace(/^en\./, 'zh.'))
  return [...new Set(own.filter((key) => !holders.includes(key)))].sort()
}

t.test('the documented keys of the YAML files are exactly those that are read', async (t) => {
  const site = keysRead(readSite, parse(examples['site.yaml']!))
  t.strictSame(documentedKeys('### site.yaml').sort(), leaves(site, { holders: ['zh', 'en'] }))
  const themes = /^colours\.\w+\.(?:light|dark)$/
  const brand = keysRead(readBrand, parse(examples['brand.yaml']!)).filter((key) => !themes.test(key))
  const colours = brand.flatMap((key) => /^colours\.(\w+)$/.exec(key)?.[1] ?? [])
  const others = brand.filter((key) => !key.startsWith('colours.'))
  t.strictSame(
    documentedKeys('### brand.yaml').sort(),
    [...leaves(others, { holders: ['zh', 'en'] }), ...colours].sort(),
  )
  const [first] = parse(examples['menu.yaml']!)
  const menu = keysRead(readMenuNode, first).filter((key) => !key.startsWith('children['))
  t.strictSame(documentedKeys('### menu.yaml').sort(), leaves(menu, { holders: ['title'] }))
  const banners = keysRead(readBanners, parse(examples['banners.yaml']!))
  t.strictSame(
    documentedKeys('### banners.yaml').sort(),
    leaves(banners, { start: 'home[].', holders: ['home'] }),
  )
  // No part of the example folder, whose form is the default one.
  const [, form = ''] = /^### form\.yaml\n.*?```yaml\n(.*?)```/ms.exec(document) ?? []
  const ofFields = keysRead(readForm, parse(form)).flatMap((key) => /^\[\]\.(\w+)$/.exec(key)?.[1] ?? [])
  t.strictSame(documentedKeys('### form.yaml').sort(), [...new Set(ofFields)].sort())
})

t.test('each documented label is shown', async (t) => {
  const labels = rowsOf(sectionOf(document, '### labels.yaml')).flatMap(([cell = '']) => spansIn(cell))
  t.strictSame(labels.toSorted(), knownLabels.toSorted())
  const folder = createFolder(t, exampleFolder)
  writeFiles(folder, {
    'labels.yaml': labels.map((label) => `${label}: { en: This is ${label}. }\n`).join(''),
    // A section of the home page without items is not shown.
    'solution/losses.en.md': page('id: 901\ntitle: Losses'),
  })
  const site = await createSite(t, { folder })
  const urls = ['/en', ...categories.map((category) => `/en/${category}`)]
  const bodies = await Promise.all(urls.map((url) => site.get(url, { 'user-agent': botAgent })))
  const shown = bodies.map(({ body }) => /<main.*<\/main>/s.exec(body)?.[0]).join('')
  for (const label of labels) t.ok(shown.includes(`This is ${label}.`), label)
})

t.test('a mistake in a key is reported in the documented words', async (t) => {
  const rows = rowsOf(sectionOf(document, '## Mistakes')).filter(([line = '']) => line.startsWith('`'))
  t.ok(rows.length > 10)
  for (const [line = '', problem = ''] of rows) {
    const [key = ''] = spansIn(line)[0]!.split(':')
    const good = { id: 'id: 1', title: 'title: A', published_at: 'published_at: 2026-03-02T09:30:00+08:00' }
    const { origin } = await createWorld(t, {
      'news/fair.en.md': page(Object.values({ ...good, [key]: spansIn(line)[0]! }).join('\n')),
    })
    const problems = origin.problems().map((found) => found.problem)
    t.strictSame(problems, spansIn(problem), line)
  }
})

t.test('a mistake in a file is reported in the documented words', async (t) => {
  const documented = rowsOf(sectionOf(document, '## Mistakes'))
    .filter(([mistake = '']) => !mistake.startsWith('`'))
    .map(([, problem = '']) => spansIn(problem)[0])
  const news = (id: number, more = '', text = '') =>
    page(`id: ${id}\ntitle: A\npublished_at: 2026-03-02T09:30:00+08:00\n${more}`, text)
  t.strictSame(
    await problemsOf(t, {
      'news/a.en.md': news(1, 'sign: fair'),
      'news/a.zh.md': news(3),
      'news/b.en.md': news(1),
      'news/c.en.md': news(5, 'sign: fair'),
      'news/d.fr.md': news(6),
      'news/e.en.md': 'Text',
      'news/f.en.md': '---\nid: 7\n',
      'news/g.en.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xc4, 0xe3]),
      'news/h.en.md': news(8, '', '[meters](http://meters.example)'),
      'news/i.en.md': news(9, '', '[meters](/en/news/99)'),
      'nwes/a.en.md': news(10),
      'site.yml': '',
      'news/sub.en.md': news(11, 'parent: 1'),
      'news/subsub.en.md': news(12, 'parent: 11'),
    }),
    documented.sort(),
  )
})

async function problemsOf(t: Test, files: Files): Promise<string[]> {
  const { origin } = await createWorld(t, files)
  return origin
    .problems()
    .map(({ problem }) => problem)
    .sort()
}
