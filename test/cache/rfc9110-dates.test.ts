// RFC 9110 §5.6.7: HTTP dates.
import t from 'tap'
import { formatHttpDate, parseHttpDate } from '../../server/base/fields.ts'

const now = Date.UTC(2026, 5, 15)
const time = Date.UTC(1994, 10, 6, 8, 49, 37)

t.test('§5.6.7: all three formats are read', async (t) => {
  t.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', now), time)
  t.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', now), time)
  t.equal(parseHttpDate('Sun Nov  6 08:49:37 1994', now), time)
  t.equal(parseHttpDate('Wed Nov 16 08:49:37 1994', now), Date.UTC(1994, 10, 16, 8, 49, 37))
})

t.test('§5.6.7: only the first is written', async (t) => {
  t.equal(formatHttpDate(time), 'Sun, 06 Nov 1994 08:49:37 GMT')
})

t.test('§5.6.7: two digits more than 50 years ahead are in the past century', async (t) => {
  t.equal(parseHttpDate('Sunday, 06-Nov-76 08:49:37 GMT', now), Date.UTC(2076, 10, 6, 8, 49, 37))
  t.equal(parseHttpDate('Sunday, 06-Nov-77 08:49:37 GMT', now), Date.UTC(1977, 10, 6, 8, 49, 37))
  t.equal(parseHttpDate('Friday, 06-Nov-26 08:49:37 GMT', now), Date.UTC(2026, 10, 6, 8, 49, 37))
})

t.test('RFC 9111 §4.2: their case does not matter to a cache', async (t) => {
  t.equal(parseHttpDate('sun, 06 NOV 1994 08:49:37 gmt', now), time)
  t.equal(parseHttpDate('SUNDAY, 06-nov-94 08:49:37 GMT', now), time)
})

t.test('§5.6.7: a leap second is the next second', async (t) => {
  t.equal(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', now), Date.UTC(2017, 0, 1))
})

const wrong = [
  '',
  '0',
  '784111777',
  '1994-11-06T08:49:37Z',
  '6 Nov 1994 08:49:37 GMT',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 94 08:49:37 GMT',
  'Sun 06 Nov 1994 08:49:37 GMT',
  'Sun, 06-Nov-1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 06 Nov 1994 08:49:37 CET',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'Sun, 06 Nov 1994 8:49:37 GMT',
  'Sun, 06 Nov 1994 08:49 GMT',
  'Sun, 06 Nov 1994 08.49.37 GMT',
  'Sun,  06 Nov 1994 08:49:37 GMT',
  ' Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT ',
  'Xyz, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Xyz 1994 08:49:37 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  'Sun, 31 Nov 1994 08:49:37 GMT',
  'Sun, 29 Feb 2026 08:49:37 GMT',
  'Sun, 31 Feb 1994 23:59:60 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:37 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunny, 06-Nov-94 08:49:37 GMT',
  'Sunshine, 06-Nov-94 08:49:37 GMT',
  'Sun, 06-Nov-94 08:49:37 GMT',
  'Sun Nov 6 08:49:37 1994',
  'Sun Nov  6 08:49:37 1994 GMT',
]

t.test('§5.6.7: nothing else is a date', async (t) => {
  for (const text of wrong) t.equal(parseHttpDate(text, now), undefined, text)
})

t.test('§5.6.7: what is written is read as what it was', async (t) => {
  for (let at = Date.UTC(1970, 0, 1); at < Date.UTC(2100, 0, 1); at += 12_345_678_000)
    t.equal(parseHttpDate(formatHttpDate(at), now), at)
})
