// Path patterns: what they match, their variables, and which two can match one path.
import t from 'tap'
import {
  decodedSegmentsOf,
  fillPattern,
  marksOf,
  pathMatcher,
  patternsMeet,
  segmentsOf,
} from '../../shared/path-pattern.ts'

const matches: [pattern: string, path: string, values?: Record<string, string>][] = [
  ['/', '', {}],
  ['/', '/a'],
  ['/a/b', '/a/b', {}],
  ['/a/b', '/a'],
  ['/a', '/a/b'],
  ['/a', '/ab'],
  ['/a', '/A'],
  ['/a/{id}', '/a/1', { id: '1' }],
  ['/a/{id}', '/a/'],
  ['/a{id}', '/a', { id: '' }],
  ['/a{id?}', '/a', {}],
  ['/a{id?}', '/a1', { id: '1' }],
  ['/a{id?}', ''],
  ['/{id?}', '', {}],
  ['/a/{id?}', '/a/'],
  ['/a/{id}/**', '/a/1/b/c', { id: '1', '**': 'b/c' }],
  ['/a/**', '/a'],
  ['/a/**', '/b/c'],
]
t.test('a pattern matches whole paths, and gives the values of its variables', async (t) => {
  for (const [pattern, path, values] of matches)
    t.strictSame(pathMatcher(pattern)(segmentsOf(path)), values, `${pattern} ${path}`)
  t.strictSame(pathMatcher('/a{id}', { ignoreCase: true })(['AB']), { id: 'B' })
})

t.test('variables are replaced, and listed as they are written', async (t) => {
  const pattern = '/a/{id}/b{n?}/**'
  t.equal(
    fillPattern(pattern, (name) => `<${name}>`),
    '/a/<id>/b<n>/<**>',
  )
  t.strictSame([marksOf(pattern), marksOf('/a')], [['{id}', '{n?}', '**'], []])
})

t.test('an encoded slash does not end a segment; a malformed encoding has no segments', async (t) => {
  t.strictSame(decodedSegmentsOf('/a%2Fb/%E6%B0%B4/c'), ['a/b', '水', 'c'])
  t.equal(decodedSegmentsOf('/%zz'), undefined)
})

const pairs: [one: string, other: string, meet: boolean][] = [
  ['/a', '/a', true],
  ['/a', '/b', false],
  ['/a', '/a/b', false],
  ['/{x}/b', '/a/b', true],
  ['/{x}/b', '/a/c', false],
  ['/a/{x}', '/a', false],
  ['/a/**', '/a/b/c', true],
  ['/**', '/a/**', true],
  ['/a/**', '/a', false],
  ['/a/**', '/b/c', false],
]
t.test('two patterns meet where one path can match both, in either order', async (t) => {
  for (const [one, other, meet] of pairs)
    t.strictSame([patternsMeet(one, other), patternsMeet(other, one)], [meet, meet], `${one} ${other}`)
})
