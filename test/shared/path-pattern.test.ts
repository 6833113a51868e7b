// Path patterns: matching and filling.
import t from 'tap'
import {
  decodedSegmentsOf,
  fillPattern,
  marksOf,
  type PathValues,
  pathMatcher,
  patternsMeet,
  segmentsOf,
} from '../../shared/path-pattern.ts'

const rows: [pattern: string, path: string, values: PathValues | undefined][] = [
  ['/news', '/news', {}],
  ['/news', '/News', undefined],
  ['/news', '/news/', undefined],
  ['/news', '/newss', undefined],
  ['/news/{id}', '/news/7', { id: '7' }],
  ['/news/{id}', '/news/', undefined],
  ['/news/{id}', '/news', undefined],
  ['/news/{id}', '/news/7/8', undefined],
  ['/news/{id}/{subId}', '/news/7/8', { id: '7', subId: '8' }],
  ['/about/{id?}', '/about', {}],
  ['/about/{id?}', '/about/a', { id: 'a' }],
  ['/about/{id?}', '/about/a/b', undefined],
  ['/download{id?}', '/download', {}],
  ['/download{id?}', '/download36', { id: '36' }],
  ['/download{id?}', '/download/36', undefined],
  ['/detail_{sign}', '/detail_a', { sign: 'a' }],
  ['/detail_{sign}', '/detail_', { sign: '' }],
  ['/old/**', '/old/a/b', { '**': 'a/b' }],
  ['/old/**', '/old/', { '**': '' }],
  ['/old/**', '/old', undefined],
  ['/old/{id}/**', '/old/7/a', { id: '7', '**': 'a' }],
  ['/a.b', '/aXb', undefined],
]

t.test('a path matches a pattern or not', async (t) => {
  for (const [pattern, path, values] of rows)
    t.strictSame(pathMatcher(pattern)(segmentsOf(path)), values, `${path} in ${pattern}`)
})

t.test('ignoreCase ignores the case of text, not of values', async (t) => {
  const fit = pathMatcher('/detail_{sign}', { ignoreCase: true })
  t.strictSame(fit(['DETAIL_Ab']), { sign: 'Ab' })
})

t.test('a pattern filled with the values of a path is that path', async (t) => {
  for (const [pattern, path, values] of rows.filter(([, , values]) => values))
    t.equal(
      fillPattern(pattern, (name) => values?.[name] ?? '').replace(/(?<=.)\/$/, ''),
      path.replace(/(?<=.)\/$/, ''),
      pattern,
    )
  t.strictSame(marksOf('https://a.example/{id}/**?b={id}'), ['{id}', '**', '{id}'])
})

t.test('two patterns overlap if one path can match both', async (t) => {
  for (const [one, other, meet] of [
    ['/a', '/a', true],
    ['/a', '/b', false],
    ['/{x}', '/b', true],
    ['/a/{x}', '/a', false],
    ['/a/**', '/a', false],
    ['/a/**', '/a/b/c', true],
    ['/{x}/b', '/a/**', true],
  ] as const) {
    t.equal(patternsMeet(one, other), meet, `${one} ${other}`)
    t.equal(patternsMeet(other, one), meet, `${other} ${one}`)
  }
})

t.test('segments are decoded once, and an encoded slash does not end one', async (t) => {
  t.strictSame(decodedSegmentsOf('/a%2Fb/%2525/%E6%B0%B4'), ['a/b', '%25', '水'])
  t.equal(decodedSegmentsOf('/a/%zz'), undefined)
})
