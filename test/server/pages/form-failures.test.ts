// The contact form while the origin fails: what was typed is kept.
import t from 'tap'
import { keptIn, post, typed } from '../../helpers/form.ts'
import { find, pageOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang, reset, status } from '../../helpers/upstream.ts'

const formCall = '/api/home/form/'

t.test('a form call that fails is a 502 with what was typed, and is not sent again', async (t) => {
  const site = await createSmallSite(t)
  for (const answer of [reset, status(503)]) {
    const restore = site.origin.answer(formCall, answer)
    site.origin.hits.length = 0
    const { statusCode, body } = await post(site, '/contact', typed)
    restore()
    t.equal(statusCode, 502)
    t.equal(find(body, /role="alert">([^<]*)</), '没有发送成功：服务端错误')
    t.strictSame(keptIn(body), typed)
    t.equal(site.origin.hits.filter((hit) => hit.includes(formCall)).length, 1)
  }
})

t.test('so is one that gets no answer', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 500 })
  site.origin.answer(formCall, hang)
  const { statusCode, body } = await post(site, '/contact', typed)
  t.equal(statusCode, 502)
  t.strictSame(keptIn(body), typed)
  t.equal(site.origin.hits.filter((hit) => hit.includes(formCall)).length, 1)
})

t.test('a dead origin takes nothing of what was typed', async (t) => {
  const site = await createSmallSite(t)
  await site.origin.close()
  const { statusCode, body } = await post(site, '/contact', typed)
  t.equal(statusCode, 502)
  t.equal(pageOf(body), 'contact')
  t.strictSame(keptIn(body), typed)
})
