// Form posts while the upstream or the disk fails: an accepted submission is stored.
import { join } from 'node:path'
import t from 'tap'
import { formCall, formsAt, keptIn, keyOf, post, typed } from '../../helpers/form.ts'
import { find, pageOf } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { hang, status } from '../../helpers/upstream.ts'

for (const [trouble, answer] of [
  ['responds with a page of an intermediary', status(200)],
  ['hangs', hang],
] as [string, Answer][]) {
  t.test(`an upstream that ${trouble}: the submission is accepted in time and delivered later`, async (t) => {
    const site = await createSmallSite(t, { timeoutMs: 3000, formTimeoutMs: 200 })
    const events: string[] = []
    const restore = site.origin.answer(formCall, (request, response, body) => {
      response.once('close', () => events.push('origin call ended'))
      return answer(request, response, body)
    })
    const sent = await post(site, '/contact', typed)
    events.push('response')
    if (answer === hang) t.equal(events[0], 'response', 'the visitor does not wait for the deadline')
    t.equal(sent.statusCode, 303)
    const failures = formsAt(site.origin).length
    restore()
    await until(() => formsAt(site.origin).length > failures)
    t.equal(new Set(formsAt(site.origin).map(keyOf)).size, 1, 'always the same key')
    t.match(sent.headers['location'], /^\/contact\?sent=[2-9A-Z]{8}$/)
  })
}

t.test('without a disk it is a 503 with the text, and nothing is sent', async (t) => {
  // Not even root can write below a file.
  const file = join(t.testdir({ file: '' }), 'file')
  const site = await createSmallSite(t, { config: { dataDir: join(file, 'data') } })
  const { statusCode, headers, body } = await post(site, '/contact', typed)
  t.equal(statusCode, 503)
  t.match(headers, { 'retry-after': '30', 'cache-control': 'no-store' })
  t.equal(pageOf(body), 'contact')
  t.match(find(body, /role="alert"[^>]*><p>([^<]*)</), '留言保存失败')
  t.strictSame(keptIn(body), typed)
  t.strictSame(formsAt(site.origin), [])
})
