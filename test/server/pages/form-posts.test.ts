// Form posts: the contact form without JavaScript, also without a disk. Upstreams that fail: test/forms/.
import { join } from 'node:path'
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { errorsIn, formCall, formsAt, keptIn, keyOf, post, typed } from '../../helpers/form.ts'
import { find, langOf, pageOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const site = await createSmallSite(t)

t.test('an accepted form redirects to its confirmation', async (t) => {
  for (const [url, language] of [
    ['/contact', 'zh'],
    ['/en/contact', 'en'],
  ] as const) {
    const { statusCode, headers } = await post(site, url, { ...typed, topic: url })
    const location = String(headers['location'])
    const [, to, reference] = /^(.*)\?sent=([2-9A-Z]{8})$/.exec(location) ?? []
    t.strictSame([statusCode, headers['cache-control'], to], [303, 'no-store', url])
    const received = formsAt(site.origin).at(-1)
    // The literal name.
    t.match(received, {
      method: 'POST',
      path: '/api/home/form/:name',
      headers: { 'accept-language': language },
    })
    t.strictSame(JSON.parse(received?.body ?? ''), { ...typed, topic: url })
    const page = await site.get(location)
    t.equal(page.headers['cache-control'], 'private, no-store')
    t.match(page.body, reference)
    t.notOk(elementsOf(page.body).some(({ attributes }) => 'data-form' in attributes))
  }
})

t.test('a repeated post, concurrent or by a reload, is one submission', async (t) => {
  const site = await createSmallSite(t)
  const answers = await Promise.all([post(site, '/contact', typed), post(site, '/contact', typed)])
  const again = await post(site, '/contact', typed)
  const places = [...answers, again].map(({ headers }) => headers['location'])
  t.equal(new Set(places).size, 1)
  t.equal(formsAt(site.origin).length, 1)
  await post(site, '/contact', { ...typed, message: 'another' })
  await post(site, '/contact', typed, { 'user-agent': 'Another/1.0' })
  t.equal(new Set(formsAt(site.origin).map(keyOf)).size, 3)
})

t.test('invalid fields get error messages in the language of the page, and values are kept', async (t) => {
  const { length } = formsAt(site.origin)
  const bad = { ...typed, name: 'a\u0000b', contact: 'nobody', message: '水'.repeat(8000), consent: '' }
  for (const [url, language, name] of [
    ['/en/contact', 'en-US', 'Please remove the characters that are not supported'],
    ['/zh/contact', 'zh-CN', '含有不支持的字符，请删除'],
  ] as const) {
    const { statusCode, headers, body } = await post(site, url, bad)
    t.strictSame([statusCode, headers['cache-control'], pageOf(body)], [422, 'no-store', 'contact'])
    t.equal(langOf(body), language)
    const errors = errorsIn(body)
    t.equal(errors['name'], name)
    t.strictSame(Object.keys(errors).sort(), ['consent', 'contact', 'message', 'name'])
    t.match(keptIn(body), { message: bad.message, company: bad.company, contact: bad.contact })
  }
  t.equal(formsAt(site.origin).length, length, 'no request to the upstream')
})

t.test('a rejection by the upstream is shown for each field, and the form can be sent again', async (t) => {
  const site = await createSmallSite(t)
  const refusal = { errors: { contact: ['no such', 'address'], other: ['odd'] }, message: 'no' }
  const restore = site.origin.json(formCall, refusal, 400)
  const { statusCode, body } = await post(site, '/en/contact', typed)
  t.equal(statusCode, 422)
  t.strictSame(errorsIn(body), { contact: 'no such address' })
  t.match(body, 'odd', 'what concerns no field of ours is in the summary')
  t.strictSame(keptIn(body), typed)
  restore()
  t.equal((await post(site, '/en/contact', typed)).statusCode, 303)
})

t.test('the enquiry link of a product fills in the form', async (t) => {
  const site = await createSmallSite(t)
  t.match((await site.get('/product/11')).body, 'href="/contact?product=11#contact-form"')
  const page = await site.get('/en/contact?product=11')
  t.equal(page.headers['cache-control'], 'private, no-store', 'no cache makes a key of it')
  t.equal(keptIn(page.body)['topic'], 'Meter A')
  t.match(page.body, /<input type="hidden" name="product" value="11"\/>/)
  const { body } = await post(site, '/en/contact', { ...typed, product: '11', name: '' })
  t.match(body, /<input type="hidden" name="product" value="11"\/>/, 'kept beside an error')
  await post(site, '/en/contact', { ...typed, product: '11' })
  t.match(JSON.parse(formsAt(site.origin)[0]?.body ?? ''), { product: '11' })
  for (const product of ['999', '1', 'x']) {
    const { statusCode, body } = await site.get(`/contact?product=${product}`)
    t.equal(statusCode, 200)
    t.notMatch(body, 'name="product"', product)
  }
})

t.test('neither the values of a form nor the response of the upstream are logged', async (t) => {
  const site = await createSmallSite(t)
  const secret = { name: 'SECRET-N', contact: 'SECRET@example.org', message: 'SECRET-T', consent: 'yes' }
  await post(site, '/contact', secret)
  for (const status of [400, 403, 500, 200]) {
    const restore = site.origin.json(formCall, { success: false, msg: 'no', typed: 'SECRET-N' }, status)
    await post(site, '/contact', secret)
    restore()
  }
  t.ok(site.lines.length > 0)
  t.notMatch(JSON.stringify(site.lines), 'SECRET')
})

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
