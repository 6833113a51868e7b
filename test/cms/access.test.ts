// Whether a content system still answers to its token: asked each minute, named in the log and at /readyz.
import t, { type Test } from 'tap'
import { createAccessCheck } from '../../server/origin/access-check.ts'
import { originError } from '../../server/origin/origin-error.ts'
import { answerJson, createTestAdapted, createTestCms } from '../helpers/cms.ts'
import { createLog } from '../helpers/log.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'

const token = 'site:abcd efgh ijkl mnop'

async function createSystem(t: Test, system: string) {
  const cms = await createTestCms(t, system)
  const env = { API_KIND: system, API_BASE: cms.urls[0]!, API_TOKEN: token }
  const { origin } = await createTestAdapted(t, env)
  const answer = (part: string, status: number, body: object = {}) => answerJson(cms, part, body, { status })
  return { answer, origin, env, check: () => origin.checkAccess!() }
}

t.test('WordPress: a wrong password gets the public posts, so the user is asked', async (t) => {
  const { answer, check } = await createSystem(t, 'wordpress')
  answer('/wp/v2/users/me', 200, { id: 1 })
  await check()
  for (const code of ['rest_not_logged_in', 'incorrect_password', 'invalid_username']) {
    answer('/wp/v2/users/me', 401, { code })
    await t.rejects(check(), { name: 'OriginError', status: 401 }, code)
  }
  answer('/wp/v2/users/me', 403, { code: 'rest_user_cannot_view' })
  await check()
  answer('/', 503, { code: 'maintenance' })
  await t.rejects(check(), { name: 'OriginError', status: 503 })
})

t.test('Strapi: each type that had entries', async (t) => {
  const { answer, check, origin } = await createSystem(t, 'strapi')
  answer('/api/', 401)
  await t.rejects(check(), { name: 'OriginError', status: 401 }, 'before anything was read')
  const entries = { data: [{ documentId: 'a', title: 'A', slug: 'a', locale: 'zh' }], meta: {} }
  answer('/api/', 404)
  answer('/api/articles?', 200, entries)
  answer('/api/products?', 200, entries)
  for (const list of ['news', 'product'])
    await origin.send({ method: 'GET', path: `/api/home/article/list/${list}?lang=zh`, headers: {} })
  await check()
  answer('/api/products?', 403)
  await t.rejects(check(), { name: 'OriginError', status: 403 }, 'one of them was withdrawn')
})

t.test('Directus: the user of the token, and the collections that it may read', async (t) => {
  const { answer, check } = await createSystem(t, 'directus')
  answer('/users/me', 200, { data: { id: 'x' } })
  await check()
  answer('/users/me', 401, { errors: [{ message: 'Invalid token' }] })
  await t.rejects(check(), { name: 'OriginError', status: 401 })
})

t.test('a policy of Directus that allows nothing any more', async (t) => {
  const { answer, check } = await createSystem(t, 'directus')
  answer('/users/me', 200, { data: { id: 'x' } })
  const empty = { kind: 'OBJECT', name: 'Query', fields: [{ name: '_empty', type: { name: 'Void' } }] }
  answer('/graphql', 200, { data: { __schema: { types: [empty] } } })
  await t.rejects(check(), { name: 'OriginError', status: 200 })
})

t.test('each state is logged once; a system that cannot be reached leaves what was known', async (t) => {
  const { log, lines } = createLog()
  const answers = [401, 401, 403, 0, undefined, 0, 503, 503, undefined]
  const seen: string[][] = []
  const stopped = new AbortController()
  const access = createAccessCheck({
    ...{ log, everyMs: 1 },
    async checkAccess() {
      seen.push(access.warnings())
      if (seen.length > answers.length) return
      const status = answers[seen.length - 1]
      if (status !== undefined) throw originError('network', new Error('as the test says'), status)
    },
  })
  const running = access.run(stopped.signal).catch(() => {})
  await until(() => seen.length > answers.length + 1)
  stopped.abort()
  await running
  const denied = ['content system: access denied (API_TOKEN)']
  const unusable = ['content system: no usable response (status 503)']
  t.strictSame(seen.slice(0, 11), [
    ...[[], denied, denied, denied, denied, [], [], unusable, unusable, [], []],
  ])
  t.strictSame(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [40, denied[0]],
      [30, 'content system: usable again'],
      [40, unusable[0]],
      [30, 'content system: usable again'],
    ],
  )
})

t.test('the running server stays ready, and says at /readyz that the token was revoked', async (t) => {
  const { answer, env } = await createSystem(t, 'strapi')
  const { url } = await startProgram(t, { ...env, DATA_DIR: t.testdir(), SYNC_SECONDS: '1' })
  type Ready = { status: string; warnings?: string[] }
  let ready: Ready = { status: '' }
  const becomes = (isSo: () => boolean | undefined) =>
    until(
      async () => {
        ready = (await (await fetch(`${url}/readyz`)).json()) as Ready
        return isSo() === true
      },
      { limitMs: 180_000 },
    )
  await becomes(() => ready.status === 'ok')
  answer('/api/', 401)
  await becomes(() => ready.warnings?.some((text) => text.includes('access denied')))
  t.equal(ready.status, 'ok')
  t.notMatch(JSON.stringify(ready), new RegExp(`127\\.0\\.0\\.1|${token}`))
})
