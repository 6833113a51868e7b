// The contact form without JavaScript.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { keptIn, post, typed } from '../../helpers/form.ts'
import { find, langOf, pageOf } from '../../helpers/html.ts'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const formCall = '/api/home/form/'

t.test('a form that is taken leads to its confirmation', async (t) => {
  const site = await createSmallSite(t)
  for (const [url, language] of [
    ['/contact', 'zh'],
    ['/zh/contact', 'zh'],
    ['/en/contact', 'en'],
  ] as const) {
    site.origin.requests.length = 0
    const answer = await post(site, url, typed)
    t.equal(answer.statusCode, 303, url)
    t.equal(answer.headers['cache-control'], 'no-store')
    t.match(
      answer.headers['location'],
      language === 'zh' ? /^\/contact\?sent=[\w-]+$/ : /^\/en\/contact\?sent=[\w-]+$/,
    )
    const [{ method, path, body, headers }] = site.origin.requests as [Site['origin']['requests'][0]]
    t.equal(`${method} ${path}`, 'POST /api/home/form/:name', 'the literal name')
    t.strictSame(JSON.parse(body), typed)
    t.match(headers, { 'content-type': 'application/json', 'accept-language': language })
    t.equal(site.origin.requests.length, 1)

    const page = await site.get(String(answer.headers['location']))
    t.equal(page.statusCode, 200)
    t.match(page.body, String(answer.headers['location']).split('sent=')[1])
    t.equal(
      elementsOf(page.body).some(({ attributes }) => 'data-form' in attributes),
      false,
      'the form is gone',
    )
  }
})

t.test('the configured name goes to the origin', async (t) => {
  const site = await createSmallSite(t, { config: { formName: 'enquiry' } })
  t.equal((await post(site, '/contact', typed)).statusCode, 303)
  t.strictSame(site.origin.hits, ['POST /api/home/form/enquiry'])
})

t.test('a form that is refused is shown again with the reason and what was typed', async (t) => {
  const site = await createSmallSite(t)
  const { statusCode, headers, body } = await post(site, '/en/contact', { ...typed, name: '', contact: '' })
  t.equal(statusCode, 422)
  t.equal(headers['cache-control'], 'no-store')
  t.equal(pageOf(body), 'contact')
  t.equal(langOf(body), 'en-US')
  t.strictSame(keptIn(body), { ...typed, name: '', contact: '' })
  t.equal(
    find(body, /role="alert">([^<]*)</),
    'Not sent: Please fill in this field;Please leave at least one way to reach you',
  )
})

t.test('a refusal in an envelope is one too', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json(formCall, { success: false, data: null, msg: '今天不收' })
  const { statusCode, body } = await post(site, '/contact', typed)
  t.equal(statusCode, 422)
  t.equal(find(body, /role="alert">([^<]*)</), '没有发送成功：今天不收')
  t.strictSame(keptIn(body), typed)
})
