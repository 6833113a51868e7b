// Large and deep bodies from outside: what the main thread does not do with them.
import { Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import t, { type Test } from 'tap'
import { ifLong } from '../helpers/long.ts'
import { opsToken, postOps } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const detail = '/api/home/article/detail/1?lang=zh'
const inBothLanguages = '/api/home/article/detail/1'

t.test('a large rich text is sanitised in another thread, and its page is whole', async (t) => {
  const countBlocks = createBlockCounter(t, (url) => /sanitize-html|htmlparser2/.test(url))
  const workFor = async (body: string) => {
    const site = await createSmallSite(t)
    site.origin.patch(inBothLanguages, (article: object) => ({ ...article, body }))
    countBlocks()
    const page = await site.get('/news/1')
    t.match(page.body, '<strong>end</strong>')
    t.notMatch(page.body, '<script>alert')
    return countBlocks()
  }
  const end = '<script>alert(1)</script><p><strong>end</strong></p>'
  t.ok((await workFor(end)) > 0)
  t.equal(await workFor('<p>text <em>of</em> a page</p>'.repeat(10_000) + end), 0, 'nothing on this thread')
})

t.test(
  'four times the rich text is about four times the work, whatever is repeated in it',
  ifLong,
  async (t) => {
    const countBlocks = createBlockCounter(t, (url) =>
      /\/server\/|\/shared\/|sanitize-html|htmlparser2/.test(url),
    )
    const site = await createSmallSite(t, { config: { opsToken } })
    const workFor = async (body: string) => {
      site.origin.patch(inBothLanguages, (article: object) => ({ ...article, body }))
      await postOps(site, '/ops/purge', { all: true, mode: 'hard' })
      countBlocks()
      t.equal((await site.get('/news/1')).statusCode, 200)
      return countBlocks()
    }
    const parts = [
      '<h2 id="a">x</h2>',
      '<script>',
      '</p>',
      '<table><td>1</table>',
      '<a href="/x">y</a>',
      '水"12 ',
    ]
    await workFor(parts.join(''))
    for (const part of parts) {
      const [few, many] = [await workFor(part.repeat(200)), await workFor(part.repeat(800))]
      t.ok(many < 6.5 * few, `${part}: ${few} and ${many}`)
    }
  },
)

t.test('a rich text that is too long or too deep is a content error, and the server goes on', async (t) => {
  const site = await createSmallSite(t)
  for (const body of ['<p>x</p>'.repeat(200_000), '<div>'.repeat(50_000), '</p>'.repeat(250_001)]) {
    site.origin.patch(detail, (article: object) => ({ ...article, body }))
    t.equal((await site.get('/news/1')).statusCode, 502)
    t.equal((await site.get('/livez')).statusCode, 200)
  }
  const [line] = site.lines.filter(({ msg }) => msg === 'upstream response rejected')
  t.match(line, {
    call: 'articleDetail',
    field: 'body',
    problem: /^expected at most 1000000 characters of HTML/,
  })
})

type Coverage = { result: { functions: { ranges: { count: number }[] }[]; url: string }[] }

/** Returns a function that returns the executed blocks of the scripts since its last call, of this thread. */
function createBlockCounter(t: Test, isCounted: (url: string) => boolean): () => number {
  const session = new Session()
  session.connect()
  t.teardown(() => session.disconnect())
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // A collection of garbage would reset counts.
  setFlagsFromString('--no-flush-bytecode')
  return () => {
    let sum = 0
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error
      for (const { url, functions } of (coverage as Coverage).result)
        if (isCounted(url)) for (const { ranges } of functions) for (const { count } of ranges) sum += count
    })
    return sum
  }
}
