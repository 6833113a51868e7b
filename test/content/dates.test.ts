// Dates in content files: with an offset, or local in the time zone of the site.
import t from 'tap'
import { createPlace, createWorld, page } from './world.ts'

const zones: Record<string, [date: string, served: string][]> = {
  '': [
    ["'2026-11-20'", '2026-11-20T00:00:00+08:00'],
    ['2026-11-20 09:30', '2026-11-20T09:30:00+08:00'],
    ['2026-11-20T09:30:15.5', '2026-11-20T09:30:15.5+08:00'],
    ['2026-11-20 09:30+01:00', '2026-11-20T09:30:00+01:00'],
    ['2026-11-20T09:30:15Z', '2026-11-20T09:30:15Z'],
  ],
  'Europe/Berlin': [
    ['2026-03-29 01:59', '2026-03-29T01:59:00+01:00'],
    ['2026-03-29 03:00', '2026-03-29T03:00:00+02:00'],
    ['2026-07-01', '2026-07-01T00:00:00+02:00'],
    ['2026-10-25 01:59', '2026-10-25T01:59:00+02:00'],
    ['2026-10-25 03:00', '2026-10-25T03:00:00+01:00'],
  ],
  'America/St_Johns': [['2026-11-20', '2026-11-20T00:00:00-03:30']],
}

t.test(
  'a date without an offset is local time in the time zone of site.yaml, or Asia/Shanghai',
  async (t) => {
    for (const [zone, rows] of Object.entries(zones)) {
      const files = rows.map(([date], at) => [
        `news/${at}.zh.md`,
        page(`id: ${at + 1}\ntitle: a\npublished_at: ${date}`),
      ])
      const site = `zh: { title: a }\n${zone && `time_zone: ${zone}\n`}`
      const world = await createWorld(t, { 'site.yaml': site, ...Object.fromEntries(files) })
      t.strictSame(world.warnings(), [])
      for (const [at, [, served]] of rows.entries()) {
        const { published_at } = await world.dataOf(`article/detail/${at + 1}?lang=zh`)
        t.equal(published_at, served)
      }
    }
  },
)

t.test('another time zone applies to unchanged files as well', async (t) => {
  const place = createPlace(t, { 'product/a.zh.md': page('id: 1\ntitle: a\npublished_at: 2026-11-20') })
  const published = async () => {
    const world = await place.start()
    const { published_at } = await world.dataOf('article/detail/1?lang=zh')
    await world.origin.close()
    return published_at
  }
  t.equal(await published(), '2026-11-20T00:00:00+08:00')
  place.write({ 'site.yaml': 'time_zone: Europe/London\n' })
  t.equal(await published(), '2026-11-20T00:00:00+00:00')
})
