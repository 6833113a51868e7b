// api-map.yaml: what is read, and mistakes with file, line, key and what was probably meant.
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readApiMap } from '../../server/sources/systems/api-map.ts'

function read(t: Test, yaml: string) {
  return readApiMap(join(t.testdir({ 'api-map.yaml': yaml }), 'api-map.yaml'))
}

t.test('a type is a name, a selection or none', (t) => {
  const { types } = read(
    t,
    'types:\n  product: machine\n  manual: none\n  news: { type: post, category: press }\n',
  )
  t.match(types, { product: { type: 'machine' }, manual: 'none', news: { type: 'post', category: 'press' } })
  t.end()
})

t.test('an empty file is an empty map', (t) => {
  t.equal(read(t, '').types, undefined)
  t.end()
})

const mistakes: [string, RegExp][] = [
  ['languages:\n  zh: { code: zh }\ntyps:\n  news: post\n', /:3: typs: unknown key, did you mean types\?$/],
  ['types:\n  prodct: machine\n', /:2: types\.prodct: unknown key, did you mean product\?$/],
  [
    'types:\n  news: { type: post, ordr: title }\n',
    /:2: types\.news\.ordr: unknown key, did you mean order\?$/,
  ],
  [
    'types:\n  news: { type: post, order: random }\n',
    /:2: types\.news\.order: expected newest, manual, title$/,
  ],
  ['languages:\n  en: { base: cms.example.com }\n', /:2: languages\.en\.base: expected a URL/],
  ['types: [\n', /not YAML/],
]
for (const [yaml, message] of mistakes)
  t.test(`mistake: ${JSON.stringify(yaml)}`, async (t) => {
    t.throws(() => read(t, yaml), { name: 'MapProblem', message })
  })
