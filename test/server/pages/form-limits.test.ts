// Form posts: limits, content types, and personal data in logs.
import t from 'tap'
import { typed } from '../../helpers/form.ts'
import { personAgent, type Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const urlencoded = 'application/x-www-form-urlencoded'
const person = { accept: 'text/html', 'user-agent': personAgent }
const post = (
  site: Site,
  payload: string | undefined,
  type: string | undefined = urlencoded,
  url = '/contact',
) =>
  site.app.inject({
    method: 'POST',
    url,
    headers: { ...person, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })

const site = await createSmallSite(t)

t.test('only the fields of the form are sent to the upstream, trimmed and normalised', async (t) => {
  const site = await createSmallSite(t)
  const { company: _, topic: __, ...fields } = typed
  const sent = { ...fields, name: '  王  ', message: ' a\r\nb ', other: 'x', __proto__x: 'y', lang: 'en' }
  await post(site, new URLSearchParams(sent).toString())
  t.strictSame(JSON.parse(site.origin.requests[0]!.body), {
    ...typed,
    name: '王',
    message: 'a\nb',
    company: '',
    topic: '',
  })
})

t.test('an empty post is rejected like an empty form', async (t) => {
  t.equal((await post(site, '')).statusCode, 422)
  t.equal((await post(site, undefined)).statusCode, 422)
  t.ok([400, 415, 422].includes((await post(site, undefined, '')).statusCode), 'without a type as well')
})

t.test('another content type is a 415', async (t) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    t.equal((await post(site, '{"name":"x"}', type)).statusCode, 415, type)
  }
  t.notOk(site.origin.hits.some((hit) => hit.includes('/form/')))
})

t.test('a body over the limit is a 413', async (t) => {
  t.equal((await post(site, `message=${'x'.repeat(270_000)}`)).statusCode, 413)
  t.notOk(site.origin.hits.some((hit) => hit.includes('/form/')))
})

t.test('the reference is short and independent of what the upstream returns', async (t) => {
  const site = await createSmallSite(t)
  for (const id of ['//evil.example', 'a&b=c#d\r\nx', '7f0c1c9e-4f6b-4e0a-9a50-0c3a2f1e7d11', 'F-1024', '']) {
    const restore = site.origin.json('/api/home/form/', { success: true, data: id ? { id } : null })
    const form = new URLSearchParams({ ...typed, topic: `about ${encodeURIComponent(id)}` }).toString()
    t.match((await post(site, form)).headers['location'], /^\/contact\?sent=[2-9A-HJKMNP-TV-Z]{8}$/)
    restore()
  }
})

t.test('neither submitted values nor the upstream’s response are logged', async (t) => {
  const site = await createSmallSite(t)
  const form = {
    name: 'SECRET-NAME',
    contact: 'SECRET@example.org',
    message: 'SECRET-MESSAGE',
    consent: 'yes',
  }
  const body = new URLSearchParams(form).toString()
  await post(site, body)
  for (const status of [400, 403, 500, 200]) {
    const restore = site.origin.json(
      '/api/home/form/',
      { success: false, msg: 'no', message: 'no', typed: 'SECRET-NAME' },
      status,
    )
    await post(site, body)
    restore()
  }
  t.ok(site.lines.length > 0)
  t.notMatch(JSON.stringify(site.lines), 'SECRET')
})
