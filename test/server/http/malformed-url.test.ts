// A malformed escape is answered like any other mistake, and the server lives on.
import t from 'tap'
import { find, langOf, titleOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

for (const [path, tag] of [
  ['/%E0%A4%A', 'zh-CN'],
  ['/en/%zz', 'en-US'],
  ['/news/%C0%80', 'zh-CN'],
  ['/assets/%zz', 'zh-CN'],
  ['/media/%zz', 'zh-CN'],
  ['/language/%zz', 'zh-CN'],
] as const) {
  t.test(`${path} is a 400 with the error page`, async (t) => {
    const rejected: unknown[] = []
    const note = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', note)
    t.teardown(() => process.off('unhandledRejection', note))
    const site = await createSmallSite(t)

    const answer = await Promise.race([site.get(path), waitFor(rejected)])
    t.strictSame(rejected, [], 'nothing is left that would end the process')
    if (!answer) return
    t.equal(answer.statusCode, 400)
    t.equal(titleOf(answer.body), '400 - Malformed URL')
    t.equal(find(answer.body, /data-error-page="([^"]*)"/), '400')
    t.equal(langOf(answer.body), tag)
    t.equal(answer.headers['x-content-type-options'], 'nosniff')
    t.equal((await site.get('/livez')).statusCode, 200)
  })
}

/** Until something was rejected: then no answer is going to come. */
async function waitFor(rejected: unknown[]): Promise<undefined> {
  while (rejected.length === 0) await new Promise((resolve) => setImmediate(resolve))
}
