// A form of one's own: form.yaml decides what the page shows, what is checked, stored, exported and sent to the channels.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createFolder, siteFiles, writeFiles } from '../content/world.ts'
import { createEmbeddedSite, eventually } from '../helpers/embedded-site.ts'
import { errorsIn } from '../helpers/form.ts'
import { personAgent } from '../helpers/site.ts'

const form = `
- name: name
- { name: email, type: email, required: true, label: { zh: 邮箱, en: E-mail } }
- { name: phone, type: tel, label: { zh: 电话, en: Telephone }, help: { en: With the country code } }
- name: roast
  type: select
  required: true
  label: { zh: 烘焙, en: Roast }
  choices: [{ value: light, zh: 浅, en: Light }, { value: dark, zh: 深, en: Dark <b> }]
- { name: wish, type: textarea, limit: 20, label: Wishes }
- { name: samples, type: checkbox, label: { zh: 寄样品, en: Send samples } }
- name: consent
`
const values = { name: 'Li Lei', email: 'li@site.example', roast: 'dark', consent: 'yes' }

type Options = { text?: string | undefined; env?: Record<string, string> }

async function createPlace(t: Test, { text = form, env = {} }: Options = {}) {
  const folder = createFolder(t, { ...siteFiles, 'form.yaml': text })
  const site = await createEmbeddedSite(t, { folder, watch: false, env: { FORM_RATE_LIMIT: '0', ...env } })
  const headers = { 'user-agent': personAgent, 'accept-language': 'en', accept: 'text/html' }
  return {
    ...site,
    folder,
    post: (fields: Record<string, string>, url = '/en/contact') =>
      site.app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    call: (payload: Record<string, string>) =>
      site.app.inject({ method: 'POST', url: '/api/home/form/:name', payload, headers }),
    async change(text: string | undefined) {
      if (text === undefined) rmSync(join(folder, 'form.yaml'))
      else writeFiles(folder, { 'form.yaml': text })
      await site.origin.reload()
    },
  }
}

/** Names of the form's fields in the order of the page. */
function fieldsIn(html: string): string[] {
  const [, page = ''] = /<form[^>]*data-form(.*?)<\/form>/s.exec(html) ?? []
  return [...page.matchAll(/<(?:input|select|textarea)[^>]* id="form-(\w+)"/g)].map(([, name]) => name ?? '')
}

const { body, post, call } = await createPlace(t)

t.test('the page has the fields of form.yaml in their order, in its language', async (t) => {
  const en = await body('/en/contact')
  t.strictSame(fieldsIn(en), ['name', 'email', 'phone', 'roast', 'wish', 'samples', 'consent'])
  t.match(en, '<input type="email" ')
  t.match(en, /<input type="tel"[^>]* aria-describedby="form-phone-help"/)
  t.match(en, '<span class="field-hint" id="form-phone-help">With the country code</span>')
  t.match(en, '<option value="dark">Dark &lt;b&gt;</option>')
  const zh = await body('/contact')
  for (const text of [
    '邮箱',
    '<option value="light">浅</option>',
    'Wishes',
    '请选择',
    'With the country code',
  ])
    t.match(zh, text)
})

t.test('it is checked by its table, without JavaScript and by the call', async (t) => {
  const wrong = { email: 'nobody', phone: '12', roast: 'green', wish: 'x'.repeat(21), samples: 'on' }
  const expected = {
    name: 'Please enter your name',
    email: 'Please enter a valid email address',
    phone: 'Please enter a valid phone number',
    roast: 'Please choose from the list',
    wish: 'Please use no more than 20 characters',
  }
  const rejected = await post(wrong)
  t.equal(rejected.statusCode, 422)
  t.match(errorsIn(rejected.body), { ...expected, consent: /^Please agree/ })
  t.match(rejected.body, /<textarea[^>]*>x{21}</)
  t.match(
    rejected.body.replaceAll('<!-- -->', ''),
    /<a href="#form-roast"[^>]*>Roast: Please choose from the list/,
  )
  const called = await call(wrong)
  t.equal(called.statusCode, 400)
  const first = ([field, text]: [string, string]): [string, string[]] => [field, [text]]
  t.match(called.json().errors, Object.fromEntries(Object.entries(expected).map(first)))
  t.match((await call({ ...values, roast: '' })).json().errors, { roast: ['Please fill in this field'] })
  const sent = await post({ ...values, unknown: 'x' })
  t.equal(sent.statusCode, 303)
  t.match(sent.headers.location, /^\/en\/contact\?sent=/)
  t.equal((await call(values)).statusCode, 200)
  t.equal((await post({ name: 'A', contact: 'a@b.example', message: 'Hi', consent: 'yes' })).statusCode, 422)
})

t.test('a changed form is live, and without the file it is the default one', async (t) => {
  const { body, change, post, origin } = await createPlace(t)
  /** The stored page expires with the change. */
  const shows = (names: string[]) =>
    eventually(async () => fieldsIn(await body('/en/contact')).join() === names.join())
  await change('- name: name\n- { name: date, label: Date, required: true }\n')
  await shows(['name', 'date'])
  t.equal((await post({ name: 'A', date: 'Monday' })).statusCode, 303)
  await change('- name: name\n- { name: date, label: Date, typ: text, type: month }\n')
  t.equal((await post({ name: 'A', date: 'Monday' })).statusCode, 303, 'the last valid form')
  t.strictSame(
    origin.problems().map(({ problem, effect }) => `${effect}: ${problem}`),
    [
      'kept: [2].type: expected text or email or tel or select or textarea or checkbox, got "month"',
      'ignored: [2].typ: unknown key, did you mean type?',
    ],
  )
  await change(undefined)
  await shows(['name', 'company', 'contact', 'topic', 'message', 'consent'])
  t.equal((await post({ name: 'A', date: 'Monday' })).statusCode, 422)
})
