// Form posts while the upstream or the disk fails: an accepted submission is stored.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import t from 'tap'
import { createFolder } from '../../content/world.ts'
import { formCall, formsAt, keptIn, keyOf, post, typed } from '../../helpers/form.ts'
import { find, pageOf } from '../../helpers/html.ts'
import { metricOf } from '../../helpers/ops.ts'
import type { Answer } from '../../helpers/origin.ts'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { hang, reset, status } from '../../helpers/upstream.ts'

for (const [trouble, answer] of [
  ['responds 500', status(500)],
  ['responds with a page of an intermediary', status(200)],
  ['resets', reset],
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

t.test('a late rejection, or one without a reason for the visitor, is kept for the operators', async (t) => {
  const site = await createSmallSite(t, { formTimeoutMs: 200 })
  const late = Promise.withResolvers<void>()
  site.origin.answer(formCall, async (_request, response) => {
    await late.promise
    response.writeHead(400).end('{"errors":{"name":["x"]}}')
  })
  t.equal((await post(site, '/contact', typed)).statusCode, 303)
  late.resolve()
  await until(async () => (await outboxOf(site)).refused === 1)
  site.origin.json(formCall, { message: 'who are you' }, 403)
  t.equal((await post(site, '/contact', { ...typed, topic: 'B' })).statusCode, 303)
  await until(async () => (await outboxOf(site)).refused === 2)
  const logged = site.lines.filter(({ level }) => level === 50).map(({ msg, reason }) => [msg, reason])
  t.strictSame(
    logged,
    ['400', '403'].map((reason) => ['form message rejected, stored in the outbox', reason]),
  )
  t.equal((await site.get('/readyz')).statusCode, 200)
})

t.test('without a disk it is a 503 with the text, and nothing is sent', async (t) => {
  const site = await createSmallSite(t, { config: { dataDir: await blocked(t) } })
  const { statusCode, headers, body } = await post(site, '/contact', typed)
  t.equal(statusCode, 503)
  t.match(headers, { 'retry-after': '30', 'cache-control': 'no-store' })
  t.equal(pageOf(body), 'contact')
  t.match(find(body, /role="alert"[^>]*><p>([^<]*)</), '留言保存失败')
  t.strictSame(keptIn(body), typed)
  t.strictSame(formsAt(site.origin), [])
  t.equal((await site.get('/readyz')).statusCode, 200)
})

/** A file instead of the folder: not even root can write below it. */
async function blocked(t: Test): Promise<string> {
  const file = join(createFolder(t, {}), 'data')
  await writeFile(file, '')
  return file
}

async function outboxOf(site: Site) {
  const value = (name: string) => metricOf(site, `${name}{channel="upstream",outbox="disk"}`)
  return { waiting: await value('site_form_outbox'), refused: await value('site_form_refused') }
}
