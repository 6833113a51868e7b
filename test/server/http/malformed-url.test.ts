// A malformed percent-encoding gets a 400, and the server keeps running.
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
    const crash = Promise.withResolvers<undefined>()
    const note = (reason: unknown) => {
      rejected.push(reason)
      crash.resolve(undefined)
    }
    process.on('unhandledRejection', note)
    t.teardown(() => process.off('unhandledRejection', note))
    const site = await createSmallSite(t)

    const answer = await Promise.race([site.get(path), crash.promise])
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
