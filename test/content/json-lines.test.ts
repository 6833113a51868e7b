// Front matter with a line of JSON for each field, as pulled items have it, reads as the same text does in YAML.
import t from 'tap'
import { parseSource } from '../../server/sources/markdown/source.ts'

/** A comment makes it no lines of JSON. */
const asYaml = (text: string) => parseSource(`${text}\n# x`, 2)

const values: unknown[] = [
  '流量计 "TL"\\',
  'a: b # c',
  '---',
  "it's",
  '',
  ' x ',
  'null',
  '2026-01-01',
  '{{x}}',
  '<b>&amp;</b>',
  '\u0000\t\n\u0085\u00a0\u2028\u2029\ufeff\u007f\ud83d\ude00',
  '\ud800',
  '&a *a !!b %c @d `e',
  0,
  -7,
  1.5,
  1e21,
  1e-7,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null, [1, 'x', {}]],
  { url: '/media/a.jpg', sizes: [{ url: '/a?b=c#d', width: 480 }], 'a.b': { c: 'd: e' } },
]

t.test('values of every form are those that YAML reads', async (t) => {
  for (const [at, value] of values.entries()) {
    const text = `title: ${JSON.stringify(value)}`
    t.strictSame(parseSource(text, 2).value, { title: value }, `value ${at}`)
    t.strictSame(asYaml(text).value, { title: value }, `value ${at} as YAML`)
  }
})

t.test('lines of fields, of what is in them, and of those that are missing', async (t) => {
  const text = 'id: 3\nitems: [{"url":"x"}]\ntitle: "y"'
  const [json, yaml] = [parseSource(text, 2), asYaml(text)]
  for (const field of ['', 'id', 'items', 'items.0', 'items.0.url', 'items.7', 'title', 'none', 'none.0'])
    t.equal(json.lineOf(field), yaml.lineOf(field), field)
})

t.test('what YAML rejects or reads in another way stays YAML', async (t) => {
  for (const text of [
    'id: 3\nid: 4',
    'items: {"a":1,"a":2}',
    'title: "a" # b',
    'title: 0x10',
    'title: 01',
    'title: plain',
    'title: "a"\n  more',
    'title: "\\/"',
    'title:',
    '- 1',
    'price: 1.50',
  ]) {
    const [found, yaml] = [parseSource(text, 2), asYaml(text)]
    t.strictSame([found.value, found.faults], [yaml.value, yaml.faults], text)
  }
})
