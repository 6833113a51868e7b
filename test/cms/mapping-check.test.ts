// The check of a content system and its map: by the running server at its start, and by the command check-api.
import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { createMappingCheck } from '../../server/origin/mapping-check.ts'
import { createRichText } from '../../server/rich-text/rich-text.ts'
import { calls } from '../../shared/api/calls.ts'
import { locales } from '../../shared/constants.ts'
import { createTestAdapted, createTestCms, type TestCms } from '../helpers/cms.ts'
import { freePort } from '../helpers/free-port.ts'
import { createLog } from '../helpers/log.ts'
import { until } from '../helpers/until.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'
import { fixtureOf, type Recording } from './record.ts'

async function createEnv(t: Test, map: string) {
  const cms = await createTestCms(t, 'wordpress')
  await answerLists(cms)
  const folder = t.testdir({
    'api-map.yaml': `languages: { en: { base: '${cms.urls[1]}' } }\nmenus: { zh: main, en: main }\n${map}`,
  })
  const API_MAP = `${folder}/api-map.yaml`
  return { cms, env: { API_KIND: 'wordpress', API_BASE: cms.urls[0]!, API_MAP, DATA_DIR: `${folder}/data` } }
}

/** The recording has lists of two items only. */
async function answerLists(cms: TestCms) {
  const [recording] = Object.values(JSON.parse(await readFile(fixtureOf('wordpress'), 'utf8')) as Recording)
  const [, recorded] = Object.entries(recording!).find(([url]) =>
    /%2Fproduct&parent=0&.*per_page=2/.test(url),
  )!
  const list = JSON.stringify(recorded.body)
  cms.answer('wp/v2/product&parent=0&', (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'x-wp-total': '2' }).end(list),
  )
}

const wrongMap = `types: { service: machine, product: product }
fields: { product: { specs: meta.specs, files: meta.files, parent: parent, gallery: meta.nowhere } }
`
const problems = [
  'types.service of the map: no items of machine',
  'fields.product.gallery of the map: meta.nowhere is not in the first item',
]

t.test('the running server names what the map names without effect, in the log and at /readyz', async (t) => {
  const { cms, env } = await createEnv(t, wrongMap)
  const { url, lines } = await startProgram(t, env)
  // On a busy machine a call may remain without an answer: all are sent again after a minute.
  await until(() => lines.some(({ msg }) => msg === 'content system checked'), { limitMs: 180_000 })
  const response = await fetch(`${url}/readyz`)
  t.equal(response.status, 200, 'a wrong map does not stop the site')
  const { status, warnings } = (await response.json()) as { status: string; warnings: string[] }
  t.equal(status, 'ok')
  const warned = lines.filter(({ msg, level }) => msg === 'content system: cannot be used' && level === 40)
  for (const problem of problems)
    for (const locale of ['zh', 'en']) {
      t.ok(
        warned.some((line) => line['problem'] === problem && line['locale'] === locale),
        `${locale} ${problem}`,
      )
      t.ok(
        warnings.some((text) => text.endsWith(`(${locale}): ${problem}`)),
        `${locale} ${problem}`,
      )
    }
  t.notMatch(
    JSON.stringify(warned),
    /fields\.product\.(?:specs|files|parent)|types\.product/,
    'what was found',
  )
  for (const base of cms.urls) t.notMatch(JSON.stringify(warnings), base.slice('http://'.length))
})

t.test('the command prints the same, and fails', async (t) => {
  const { env } = await createEnv(t, wrongMap)
  const { code, out } = await runProgram(['check-api'], env)
  t.equal(code, 1)
  for (const problem of problems) t.equal(out.split(problem).length, 3, 'in both languages')
  t.match(out, /^zh {2}articleList product +ok$/m)
  t.match(out, /^zh {2}articleList service \(no items\) +FAILED$/m)
})

t.test('a system that cannot be reached is no problem of the map: it is checked later', async (t) => {
  const { origin, config } = await createTestAdapted(t, {
    ...{ API_KIND: 'wordpress', API_BASE: `http://127.0.0.1:${await freePort()}` },
  })
  const { log, lines } = createLog()
  let requests = 0
  const check = createMappingCheck({
    ...{ config, log, richText: createRichText(config), problems: { reasonOf: () => undefined } },
    send: (request) => {
      requests++
      return origin.send(request)
    },
  })
  const stopped = new AbortController()
  const run = check.run(stopped.signal)
  await until(() => requests > 10)
  stopped.abort()
  await run
  t.strictSame(lines, [])
  t.strictSame(check.warnings(), [])
})

t.test(
  'with the sample content the command requests every call but the form, in both languages',
  async (t) => {
    const { code, out } = await runProgram(['check-api'], { DATA_DIR: t.testdir() })
    t.equal(code, 0)
    for (const name of Object.keys(calls))
      for (const locale of locales) t.match(out, new RegExp(`^${locale}  ${name}\\b.* ok$`, 'm'), name)
    t.notMatch(out, 'not requested')
  },
)
