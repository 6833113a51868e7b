// What an owner of a content system learns: what is not shown, what of the map has no effect, and fields that have disappeared.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createTestCms } from '../helpers/cms.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { createPulledStrapi } from '../helpers/pulled-strapi.ts'
import { type Entry, entryOf } from '../helpers/strapi.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { postOf, serveWordPress } from '../helpers/wordpress-entries.ts'
import { runProgram } from '../server/commands/process.ts'

const site = 'site: { zh: { title: 水表厂 }, en: { title: Meter Works } }\n'
const day = 24 * 3_600_000

type Site = Awaited<ReturnType<typeof createPulledStrapi>>

async function reportOf({ env, dataDir }: { env: Record<string, string>; dataDir: string }): Promise<string> {
  const { code, out } = await runProgram(['content', 'report'], { ...env, DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`content report: expected 0, got ${code}`)
  return out
}

/** A media webhook: what the types have is read again, and all entries. */
const readAll = ({ origin, poll }: Pick<Site, 'origin' | 'poll'>) =>
  (async () => {
    await origin.changesOf?.({ event: 'media.update', media: { id: 1 } })
    await poll()
    await poll()
  })()

async function allTexts(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:md|yaml)$/.test(name))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

t.test('Strapi: what is not shown is in the report with an example, and nowhere else', async (t) => {
  const notes = `nobody may read this ${'x'.repeat(100)}`
  const blocks = [
    { id: 1, __component: 'blocks.hero', heading: '标题', theme: 'darkblue', finish: 'matte', code: 'TL-7' },
    { id: 2, __component: 'blocks.hero', heading: '标题', theme: 'lightred', text: '正文' },
  ]
  const own = await createPulledStrapi(
    t,
    {
      articles: [
        entryOf(1, { internal_notes: notes, valid_until: '2099-01-01', body: blocks }),
        entryOf(2, { internal_notes: null }),
      ],
    },
    { map: site },
  )
  const out = await reportOf(own)
  t.match(
    out,
    /not shown: internal_notes \("nobody may read this x+…", in 1 of the latest 2 entries\), unless api-map\.yaml has fields: \{ news: \{ summary: internal_notes \} \}/,
  )
  t.match(out, 'fields: { news: { expires_at: valid_until } }')
  t.match(
    out,
    'not shown in texts: body.*.theme ("darkblue", in 1 entries), unless api-map.yaml has fields: { news: { summary: body.0.theme } }',
  )
  t.match(out, 'not shown in texts: body.*.finish ("matte", in 1 entries)', 'a token in a field of any name')
  t.notMatch(out, 'TL-7', 'shown in one that is for readers')
  t.notMatch(out, 'Cannot be used')
  for (const [, example = ''] of out.matchAll(/\("([^"]*)"/g)) t.ok(example.length <= 60, example)
  const texts = await allTexts(own.folder)
  t.notMatch(texts, /nobody may read|darkblue|matte/)
  t.match(texts, '<p>TL-7</p>')
  t.notMatch(JSON.stringify(await own.get('/api/home/article/info/sign-1?lang=zh')), /nobody may|darkblue/)
  t.equal((await own.get(`/api/home/search?lang=zh&q=${encodeURIComponent('nobody')}`)).data.total, 0)
  t.equal((await stat(join(own.folder, '.state.json'))).mode & 0o777, 0o600)
})

t.test('WordPress: custom fields and fields of plugins that are not shown', async (t) => {
  const cms = await createTestCms(t, 'wordpress')
  serveWordPress(cms, {
    posts: [
      postOf(1, {
        acf: { lead: 'A lead', subtitle: 'A subtitle', empty: '' },
        meta: { views: 7, footnotes: 'x' },
        reading_time: '4 minutes',
        yoast_head: '<title>x</title>',
        guid: { rendered: 'x' },
        tags: [1],
      }),
    ],
    pages: [],
    product: [],
    categories: [],
  })
  const map = `${site}fields: { news: { summary: acf.lead } }\n`
  const env = {
    API_KIND: 'wordpress',
    API_BASE: cms.urls[0]!,
    API_MAP: join(t.testdir({ 'api-map.yaml': map }), 'api-map.yaml'),
  }
  const dataDir = temporaryFolder(t)
  const { ready } = await createTestPulled(t, env, dataDir)
  await ready()
  const out = await reportOf({ env, dataDir })
  const paths = [...out.matchAll(/not shown: (\S+)/g)].map(([, path]) => path)
  t.strictSame(paths, ['acf.subtitle', 'meta.views', 'reading_time'])
  t.match(out, 'acf.subtitle ("A subtitle", in 1 of the latest 1 entries)')
})

t.test('lines of the map without effect, and a missing title, are named until they have one', async (t) => {
  const articles: Entry[] = [entryOf(1)]
  const pages: Entry[] = []
  const own = await createPulledStrapi(
    t,
    { articles, pages },
    { map: 'types: { about: pages }\nfields: { news: { summary: lead_text, title: title } }\n' },
  )
  const problems = [
    'types.about of the map: no items of pages',
    'fields.news.summary of the map: lead_text is not in any entry',
    'no title of the site: write site of the map, with a title',
  ]
  const warnings = problems.map((problem) => `content system: ${problem}`)
  t.strictSame(own.origin.warnings?.(), warnings)
  await own.poll()
  const named = own.lines.filter(({ msg }) => msg === 'content system: cannot be used')
  t.strictSame(
    named.map(({ problem }) => problem),
    problems,
    'one log line each',
  )
  for (const problem of problems) t.match(await reportOf(own), problem)
  articles[0] = entryOf(1, { lead_text: '导语' })
  pages.push(entryOf(2))
  await readAll(own)
  t.strictSame(own.origin.warnings?.(), [warnings[2]])
})

async function withSummaries(t: Test) {
  const articles: Entry[] = [1, 2].map((number) => entryOf(number, { summary: `摘要 ${number}` }))
  const own = await createPulledStrapi(t, { articles }, { map: site })
  const summaries = async () => {
    const { data } = await own.get('/api/home/article/list/news?lang=zh')
    return (data.list as { summary?: string }[]).map(({ summary }) => summary ?? '').sort()
  }
  const lose = () => {
    for (const [index, entry] of articles.entries()) {
      const { summary: _, ...rest } = entry
      articles[index] = { ...rest, title: `新 ${index}` } as Entry
    }
  }
  return { ...own, articles, summaries, lose }
}

t.test('a field that disappears from a whole type stays for a day, with a warning', async (t) => {
  const own = await withSummaries(t)
  own.lose()
  await readAll(own)
  await until(async () => (await own.frontOf('news/1.zh.md'))['title'] === '新 0')
  t.strictSame(await own.summaries(), ['摘要 1', '摘要 2'])
  t.match(own.origin.warnings?.(), [
    /^content system: news: no entry has summary any more since \d{4}-.*; it stays for a day$/,
  ])
  await own.close()

  const file = join(own.folder, '.state.json')
  const state = JSON.parse(await readFile(file, 'utf8'))
  state.lost.news.summary = new Date(Date.now() - day).toISOString()
  await writeFile(file, JSON.stringify(state))
  const later = await createTestPulled(t, own.env, own.dataDir)
  await later.ready()
  await later.poll()
  await until(async () => !('summary' in (await own.frontOf('news/1.zh.md'))))
  await later.poll()
  t.strictSame(later.origin.warnings?.(), [])
})

t.test('a field that comes back is that of the system again', async (t) => {
  const own = await withSummaries(t)
  own.lose()
  await readAll(own)
  t.equal(own.origin.warnings?.().length, 1)
  for (const [index, entry] of own.articles.entries()) own.articles[index] = { ...entry, summary: '回来了' }
  await readAll(own)
  t.strictSame(own.origin.warnings?.(), [])
  t.equal((await own.frontOf('news/1.zh.md'))['summary'], '回来了')
})

t.test('another map is obeyed at the next start, and is no field that has disappeared', async (t) => {
  const articles: Entry[] = [entryOf(1, { lead: '导语', other: '其他' })]
  const own = await createPulledStrapi(
    t,
    { articles },
    { map: `${site}fields: { news: { summary: lead } }\n` },
  )
  t.equal((await own.frontOf('news/1.zh.md'))['summary'], '导语')
  await own.close()
  await writeFile(own.env['API_MAP']!, `${site}fields: { news: { summary: other } }\n`)
  const later = await createTestPulled(t, own.env, own.dataDir)
  await later.poll()
  await later.poll()
  t.equal((await own.frontOf('news/1.zh.md'))['summary'], '其他')
  t.strictSame(later.origin.warnings?.(), [])
})
