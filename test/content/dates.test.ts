// Dates in content files: with an offset, or local in the time zone of the site.
import t, { type Test } from 'tap'
import { createFolder, createWorld, page, writeFiles } from './world.ts'

async function servedDates(t: Test, site: string, dates: string[]) {
  const files = dates.map((date, index) => [
    `news/${index}.zh.md`,
    page(`id: ${index + 1}\ntitle: a\npublished_at: ${date}`),
  ])
  const world = await createWorld(t, { 'site.yaml': site, ...Object.fromEntries(files) })
  t.strictSame(world.warnings(), [])
  const responses = dates.map((_, index) => world.get(`/api/home/article/detail/${index + 1}?lang=zh`))
  return (await Promise.all(responses)).map(({ json }) => json.data.published_at)
}

t.test('a date without an offset is local time in Asia/Shanghai', async (t) => {
  t.strictSame(
    await servedDates(t, '', [
      '2026-11-20',
      "'2026-11-20'",
      '2026-11-20 09:30',
      '2026-11-20T09:30',
      '2026-11-20 09:30:15',
      '2026-11-20T09:30:15.5',
      '2026-11-20 09:30+01:00',
      '2026-11-20T09:30:15Z',
    ]),
    [
      '2026-11-20T00:00:00+08:00',
      '2026-11-20T00:00:00+08:00',
      '2026-11-20T09:30:00+08:00',
      '2026-11-20T09:30:00+08:00',
      '2026-11-20T09:30:15+08:00',
      '2026-11-20T09:30:15.5+08:00',
      '2026-11-20T09:30:00+01:00',
      '2026-11-20T09:30:15Z',
    ],
  )
})

t.test('site.yaml names another time zone, with its summer time', async (t) => {
  const site = (zone: string) => `zh: { title: a }\ntime_zone: ${zone}\n`
  t.strictSame(
    await servedDates(t, site('Europe/Berlin'), [
      '2026-03-28 12:00',
      '2026-03-29 01:59',
      '2026-03-29 03:00',
      '2026-07-01',
      '2026-10-25 01:59',
      '2026-10-25 03:00',
    ]),
    [
      '2026-03-28T12:00:00+01:00',
      '2026-03-29T01:59:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-07-01T00:00:00+02:00',
      '2026-10-25T01:59:00+02:00',
      '2026-10-25T03:00:00+01:00',
    ],
  )
  t.strictSame(await servedDates(t, site('UTC'), ['2026-11-20']), ['2026-11-20T00:00:00+00:00'])
  t.strictSame(await servedDates(t, site('America/St_Johns'), ['2026-11-20']), ['2026-11-20T00:00:00-03:30'])
})

t.test('another time zone applies to unchanged files as well', async (t) => {
  const folder = createFolder(t, { 'product/a.zh.md': page('id: 1\ntitle: a\npublished_at: 2026-11-20') })
  const indexFolder = createFolder(t, {})
  const published = async () => {
    const world = await createWorld(t, {}, { folder, indexFolder })
    const { json } = await world.get('/api/home/article/detail/1?lang=zh')
    await world.origin.close()
    return json.data.published_at
  }
  t.equal(await published(), '2026-11-20T00:00:00+08:00')
  writeFiles(folder, { 'site.yaml': 'time_zone: Europe/London\n' })
  t.equal(await published(), '2026-11-20T00:00:00+00:00')
})
