// The program in Firefox: navigation, Back, language switch, a failed navigation, and the form.
import t from 'tap'
import { fixtureFolder } from '../helpers/browser.ts'
import { firefoxPath, hasFirefox, startFirefox } from '../helpers/firefox.ts'
import { formsAt } from '../helpers/form.ts'
import { createSite } from '../helpers/site.ts'

const skip = hasFirefox ? false : `no Firefox at ${firefoxPath}: set FIREFOX_PATH`
const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`
const heading = (text: string) => `document.querySelector('main h1')?.textContent === ${JSON.stringify(text)}`

t.test('navigation, Back, the language switch and the form work in Firefox', { skip }, async (t) => {
  const site = await createSite(t, { folder: fixtureFolder })
  const base = await site.listen()
  t.teardown(() => site.app.server.closeAllConnections())
  const { goto, evaluate, until, back } = await startFirefox(t)
  await goto(`${base}/en/news`)
  await until("document.documentElement.dataset.hydrated === ''")
  await evaluate('window.marked = true')
  await evaluate(click('main a[href="/en/news/2"]'))
  await until(heading('Holidays'))
  t.equal(await evaluate('location.pathname'), '/en/news/2')
  t.equal(await evaluate('document.activeElement.localName'), 'h1')

  await back()
  await until(heading('News'))
  t.equal(await evaluate('location.pathname'), '/en/news')

  site.origin.json('/api/home/article/detail/1', { message: 'Sold out' }, 500)
  await evaluate(click('main a[href="/en/news/1"]'))
  await until("document.querySelector('[data-toast]') !== null")
  t.equal(await evaluate('location.pathname'), '/en/news', 'a failed navigation changes nothing')

  await evaluate(click('a[data-locale-switch]'))
  await until("document.documentElement.lang === 'zh-CN'")
  t.equal(await evaluate('location.pathname'), '/news')
  t.match(await evaluate('document.cookie'), 'i18n_redirected=zh')
  await back()
  await until("document.documentElement.lang === 'en-US'")

  await evaluate(click('.site-footer a[href="/en/contact"], a[href="/en/contact"]'))
  await until("document.querySelector('form[data-form]') !== null")
  await evaluate("document.querySelector('[name=name]').focus()")
  await until("document.querySelector('[data-client][data-ready]') !== null")
  for (const [name, value] of Object.entries({ name: 'Wang', contact: 'a@b.example', message: 'Hello' }))
    await evaluate(`document.querySelector('form[data-form] [name=${name}]').value = '${value}'`)
  await evaluate(click('[name=consent]'))
  await evaluate(click('form[data-form] button[type=submit]'))
  await until("document.querySelector('.notice-good') !== null")
  t.equal(formsAt(site.origin).length, 1)
  t.equal(await evaluate('window.marked'), true, 'in the same document')
})
