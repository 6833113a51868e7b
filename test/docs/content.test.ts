// The manuals of the content folder say what its reader accepts, in English and in Chinese, and their examples work as they are written.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { formatDate } from '../../shared/format.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { createFolder, createWorld } from '../content/world.ts'
import { ifLong } from '../helpers/long.ts'
import { createSite, robot } from '../helpers/site.ts'
import { codeIn, headingsIn, namedExamples, root, rowsOf, sectionOf, spansIn } from './document-parts.ts'
import { keysRead } from './keys-read.ts'
import { exampleFiles, readManual } from './manuals.ts'
import { labels as knownLabels, readers } from './tables.ts'

const { readBanners, readBrand, readForm, readMenu, readSite } = readers

/** What the tests need to know of each. */
const manuals = {
  en: { start: '## Start', option: '', written: 'CONTENT_DIR=', none: 'no mistakes' },
  zh: { start: '## 开始', option: ' --lang zh', written: '已写入', none: '没有错误' },
} satisfies Record<Locale, object>

/** The pages of the examples, and what they show. */
const pages = {
  '/en': ['Every drop counted', 'Meter A, from DN15 to DN50.', 'founded in Ningbo', 'Meters on loan', 'Shop'],
  '/zh': ['每一滴水都有数', '2009\u00a0年', '浙ICP备00000000号'],
  '/en/product/101': ['Meter A counts every drop.', 'Nominal size', 'PN16', 'Data sheet'],
  '/en/detail_meter-a': ['Meter A counts every drop.'],
  '/news': ['第一批水表交付'],
  '/news/1': ['第一批水表今天交付。'],
  '/en/news/1': ['The first meters were delivered today.', formatDate('2026-05-04T09:00:00+08:00', 'en')],
  '/en/about': ['We have made meters since 2009.'],
  '/en/about/company': ['We have made meters since 2009.'],
  '/en/contact': ['hello@meters.example'],
  '/en/download': ['Meter A data sheet', 'Dimensions and pressure loss.', '1.2'],
  '/en/manual/1': ['The last three digits are litres.', 'The manual as PDF'],
}

t.test('each example is a page, and shows what the example says', async (t) => {
  const site = await createSite(t, { folder: createFolder(t, exampleFiles('en')) })
  for (const [url, texts] of Object.entries(pages)) {
    const { statusCode, body } = await site.get(url, robot)
    t.equal(statusCode, 200, url)
    // A title may have its words in elements of their own.
    const words = body.replace(/<\/?(?:span|wbr)[^>]*>/g, '')
    for (const text of texts) t.ok(body.includes(text) || words.includes(text), `${url}: ${text}`)
  }
})

for (const locale of Object.keys(manuals).filter(isLocale)) {
  const manual = manuals[locale]
  const document = readManual(locale)
  const examples = namedExamples(document)
  const exampleFolder = exampleFiles(locale)

  t.test(
    `${locale}: the commands of the start write a folder and find no mistake in it`,
    ifLong,
    async (t) => {
      const [block = ''] = document.split(`\n${manual.start}\n`)[1]?.match(/(?<=```sh\n).*?(?=```)/s) ?? []
      const folder = join(t.testdir(), 'my-site')
      const lines = block.replaceAll('../my-site', folder).split('\n')
      const commands = lines.map((line) => line.replace(/ +#.*/, '')).filter(Boolean)
      t.strictSame(commands, [
        `npm run new -- ${folder}${manual.option}`,
        `CONTENT_DIR=${folder} npm run dev`,
        `npm run check-content -- ${folder}${manual.option}`,
        `CONTENT_DIR=${folder} npm start`,
      ])
      // Without the loader of the tests. Other tests start the site with such a folder.
      const run = (command = '') =>
        promisify(execFile)('env', ['-u', 'NODE_OPTIONS', 'sh', '-c', command], { cwd: root })
      const { stdout } = await run(commands[0])
      t.match(stdout, manual.written)
      t.match(stdout, `CONTENT_DIR=${folder} npm run dev`)
      t.match((await run(commands[2])).stdout, manual.none)
    },
  )

  t.test(`${locale}: the examples are a content folder without a mistake`, async (t) => {
    const { origin } = await createWorld(t, exampleFolder)
    t.strictSame(origin.problems(), [])
  })

  t.test(`${locale}: the documented keys of the YAML files are exactly those that are read`, async (t) => {
    const [, sections = ''] = /^### (?:Sections|栏目)\n.*?```yaml\n(.*?)```/ms.exec(document) ?? []
    const [, form = ''] = /^### form\.yaml\n.*?```yaml\n(.*?)```/ms.exec(document) ?? []
    const site = { ...parse(examples['site.yaml']!), ...parse(sections) }
    for (const [read, value] of [
      [readSite, site],
      [readBrand, parse(examples['brand.yaml']!)],
      [readMenu, parse(examples['menu.yaml']!)],
      [readBanners, parse(examples['banners.yaml']!)],
      [readForm, parse(form)],
    ] as const)
      t.strictSame(oneLanguage(keysIn(value)), oneLanguage(keysRead(read, value)))
  })

  t.test(`${locale}: the documented labels are those that are known`, async (t) => {
    const labels = spansIn(sectionOf(document, '### labels.yaml')).filter((name) => /^\w+_\w+$/.test(name))
    t.strictSame(labels.toSorted(), knownLabels.toSorted())
  })
}

t.test('the two manuals have the same sections, settings, labels, files and commands', async (t) => {
  const [english, chinese] = [readManual('en'), readManual('zh')]
  const levelsOf = (text: string) =>
    headingsIn(text).map(({ level, title }) => [level, /^[\w.]+$/.exec(title)?.[0]])
  t.strictSame(
    levelsOf(chinese).map(([level]) => level),
    levelsOf(english).map(([level]) => level),
  )
  const settings = (text: string) =>
    [...new Set(codeIn(text).flatMap((code) => code.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []))].sort()
  t.strictSame(settings(chinese), settings(english))
  const firstCells = (text: string) => rowsOf(text).flatMap(([cell = '']) => spansIn(cell))
  t.strictSame(firstCells(chinese), firstCells(english))
})

/** The keys of a value and of the objects in it, as `keysRead` writes them. */
function keysIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => keysIn(item, `${path}[]`))
  return Object.entries(value).flatMap(([key, part]) => {
    const name = [path, key].filter(Boolean).join('.')
    return [name, ...keysIn(part, name)]
  })
}

/** Each key once, with one language for both, and those of entries within entries of the menu as of entries. */
function oneLanguage(keys: string[]): string[] {
  const zh = keys.map((key) => key.replace(/(^|\.)en(?=\.|$)/, '$1zh').replace('children[].', ''))
  return [...new Set(zh)].sort()
}
