// Formats of dates, sizes and file types.
import t from 'tap'
import { fileType, formatDate, formatSize, pluralOf, yearOf } from '../../shared/format.ts'
import type { Locale } from '../../shared/locale.ts'
import { noBreakSpace } from '../../shared/plain-text.ts'

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
    t.equal(yearOf('2027-12-31T16:00:00Z'), 2028)

    const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
    const kilobytes = (bytes: number) => `${numbers.format(bytes / 1000)}${noBreakSpace}kB`
    const sizes = Array.from({ length: 999 }, (_, index) => 1000 + index * 1000.9).filter((one) => one < 1e6)
    t.strictSame(
      sizes.filter((bytes) => formatSize(bytes) !== kilobytes(bytes)),
      [],
      `sizes in ${locale}`,
    )

    const plurals = new Intl.PluralRules(tag)
    for (const count of [0, 1, 2, 10, 11, 21, 101, 1000])
      t.equal(pluralOf(count, locale), plurals.select(count), `${count} in ${locale}`)
  }
})

t.test('a size is in units of 1000', async (t) => {
  for (const [bytes, text] of [
    [999, '999 B'],
    [1_000_000, '1 MB'],
    [1e15, '1,000,000 GB'],
    [0, '0 B'],
  ] as const)
    t.equal(formatSize(bytes), text.replace(' ', noBreakSpace))
})

t.test('the type of a file is the extension of its path', async (t) => {
  const types: [url: string, type: string][] = [
    ['/files/report.final.PDF?x', 'PDF'],
    ['https://files.example/a/driver-2.1.zip#top', 'ZIP'],
    ['/files.d/readme', ''],
    ['/files/long.extension', ''],
    ['/get?file=a.pdf', ''],
    ['https://files.example.com', ''],
    ['https://[', ''],
  ]
  for (const [url, type] of types) t.equal(fileType(url), type, url)
})
