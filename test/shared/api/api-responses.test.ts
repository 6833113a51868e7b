// Responses of business calls: missing, invalid, resolving codes; and path traversal in parameters.
import t from 'tap'
import { createWorld } from './world.ts'

t.test('a parameter cannot change the path (path traversal)', async (t) => {
  const { api, sent } = createWorld({ status: 404, body: '' })
  await t.rejects(api.aboutInfo({ sign: 'a/../b?c#d%2e 水' }), { name: 'ApiError', kind: 'missing' })
  t.equal(sent[0]?.path, '/api/home/about/info/a%2F..%2Fb%3Fc%23d%252e%20%E6%B0%B4')
  for (const sign of ['.', '..'])
    await t.rejects(api.aboutInfo({ sign }), { name: 'ApiError', kind: 'missing' })
  t.equal(sent.length, 1)
})

t.test('an item without data is missing; a list without data is a content error', async (t) => {
  const { api } = createWorld({ status: 200, body: { success: true, data: null } })
  await t.rejects(api.articleDetail({ id: 1 }), { name: 'ApiError', kind: 'missing' })
  await t.rejects(api.siteConfig({}), {
    name: 'ApiError',
    kind: 'content',
    message: 'siteConfig: data expected object, got null',
  })
})
