// Formats of dates, sizes and file types.
import t from 'tap'
import { fileType, formatDate, formatSize, pluralOf } from '../../shared/format.ts'
import type { Locale } from '../../shared/locale.ts'
import { noBreakSpace } from '../../shared/plain-text.ts'

t.test('a date is written in the visitor’s language and the company’s time zone', async (t) => {
  t.equal(formatDate('2026-03-02T09:30:00+08:00', 'zh'), '2026年3月2日')
  t.equal(formatDate('2026-03-02T09:30:00+08:00', 'en'), '2 March 2026')
  t.equal(formatDate('2026-03-01T16:00:00Z', 'en'), '2 March 2026')
  t.equal(formatDate('2026-03-01T15:59:59Z', 'en'), '1 March 2026')
})

t.test('a size is in units of 1000 with at most one decimal', async (t) => {
  const sizes: [bytes: number, text: string][] = [
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1049, '1 kB'],
    [1050, '1.1 kB'],
    [12_345, '12.3 kB'],
    [999_900, '999.9 kB'],
    [1_000_000, '1 MB'],
    [8_388_608, '8.4 MB'],
    [1e9, '1 GB'],
    [1e13, '10,000 GB'],
  ]
  for (const [bytes, text] of sizes) t.equal(formatSize(bytes), text.replace(' ', noBreakSpace))
})

t.test('dates, sizes and plurals equal those of Intl', async (t) => {
  for (const [locale, tag] of Object.entries({ zh: 'zh-CN', en: 'en-GB' } as const) as [Locale, string][]) {
    const dates = new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'Asia/Shanghai',
    })
    // About every seventh hour of a leap year, and samples before and after it.
    const times = [
      ...Array.from({ length: 1300 }, (_, index) => Date.UTC(2028, 0, 1) + index * 6.77 * 3_600_000),
      ...Array.from({ length: 400 }, (_, index) => Date.UTC(1992, 0, 1) + index * 99.3 * 24 * 3_600_000),
    ]
    const wrong = times.filter((at) => formatDate(new Date(at).toISOString(), locale) !== dates.format(at))
    t.strictSame(wrong, [], `dates in ${locale}`)

    const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
    const sizes = Array.from({ length: 999 }, (_, index) => 1000 + index * 1000.9)
    const odd = sizes.filter(
      (bytes) => bytes < 1e6 && formatSize(bytes) !== `${numbers.format(bytes / 1000)}${noBreakSpace}kB`,
    )
    t.strictSame(odd, [], `sizes in ${locale}`)

    const plurals = new Intl.PluralRules(tag)
    for (const count of [0, 1, 2, 10, 11, 21, 101, 1000])
      t.equal(pluralOf(count, locale), plurals.select(count), `${count} in ${locale}`)
  }
})

t.test('the type of a file is the extension of its path', async (t) => {
  const types: [url: string, type: string][] = [
    ['/files/report.final.PDF?x', 'PDF'],
    ['/files/data.csv#top', 'CSV'],
    ['https://files.example/a/driver-2.1.zip', 'ZIP'],
    ['/files/readme', ''],
    ['/files.d/readme', ''],
    ['/files/long.extension', ''],
    ['/get?file=a.pdf', ''],
    ['https://files.example.com', ''],
    ['', ''],
  ]
  for (const [url, type] of types) t.equal(fileType(url), type, url)
})
