// RFC 9111 §3.2 and §4.3.4: which stored response a 304 is about, and what it changes.
import t from 'tap'
import { isAbout, mergeFields } from '../../server/cache/semantics/merge.ts'

t.test('§3.2: each field of the 304 takes the place of the stored one', async (t) => {
  const stored = { etag: '"a"', 'x-a': '1', 'x-b': '1', 'content-location': '/a', age: '5', date: 'x' }
  const news = { 'x-b': '2', 'x-c': ['3', '4'], 'content-location': '/b' }
  t.strictSame(mergeFields(stored, news), { etag: '"a"', 'x-a': '1', ...news })
})

t.test('§3.2: but those that describe the stored body', async (t) => {
  const stored = { 'content-length': '10', 'content-type': 'text/plain', 'content-range': 'x' }
  const news = { 'content-length': '0', 'content-type': 'text/html', 'content-range': 'y' }
  t.strictSame(mergeFields(stored, { ...news, 'content-encoding': 'gzip' }), stored)
})

t.test('§4.3.4: the strongest validator of the 304 selects the stored response', async (t) => {
  const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'
  const rows: [notModified: Record<string, string>, stored: Record<string, string>, isAbout: boolean][] = [
    [{}, { etag: '"a"' }, true],
    [{ etag: '"a"' }, { etag: '"a"' }, true],
    [{ etag: '"b"' }, { etag: '"a"' }, false],
    [{ etag: '"a"' }, { etag: 'W/"a"' }, false],
    [{ etag: 'W/"a"' }, { etag: '"a"' }, true],
    [{ etag: 'W/"a"' }, { etag: 'W/"a"' }, true],
    [{ etag: 'W/"b"' }, { etag: 'W/"a"' }, false],
    [{ 'last-modified': modified }, { 'last-modified': modified }, true],
    [{ 'last-modified': modified }, { etag: '"a"' }, false],
  ]
  for (const [sent, stored, expected] of rows)
    t.equal(isAbout(sent, stored), expected, JSON.stringify([sent, stored]))
})
