// Language switch: the same page in the other language, without a document load; the choice is stored in a cookie.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, follow, hydrated, markDocument } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { siteUrl } from '../helpers/site.ts'
import { visitPaused } from './clock.ts'
import { addArticle, longBody } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const daySeconds = 24 * 60 * 60

test('the language switch changes the texts without a document load', async (t, { visit }) => {
  const { page, context, requests, trouble } = await visit('/news/1')
  t.strictSame(await context.cookies(), [], 'no page sets a cookie')
  const sameDocument = await markDocument(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-theme-choice="dark"]')?.click())
  await switchTo(page, 'en-US')
  await page.waitForURL('/en/news/1')
  t.ok(await sameDocument())
  t.equal(await page.locator('h1').textContent(), 'The fair')
  t.equal(await page.title(), 'The fair | Meter Works')
  t.equal(await page.locator('nav[data-menu]').getAttribute('aria-label'), 'Main')
  t.match(await page.locator('nav[data-menu]').textContent(), 'Latest news')
  t.match(await page.locator('footer').textContent(), 'Meter Works Ltd.')
  t.match(await page.locator('main').textContent(), /Published\s*2 March 2026/)
  t.equal(await page.getAttribute('link[rel="canonical"]', 'href'), 'https://www.tinglan.example/en/news/1')
  t.equal(await page.getAttribute('meta[property="og:locale"]', 'content'), 'en_US')
  const dark = page.locator('[data-theme-choice="dark"]')
  t.equal(await dark.getAttribute('aria-pressed'), 'true', 'buttons of the new header have their state')
  await switchTo(page, 'zh-CN')
  await page.waitForURL('/news/1')
  await page.goBack()
  await page.locator('html[lang="en-US"]').waitFor()
  t.equal(await page.title(), 'The fair | Meter Works')
  t.ok(await sameDocument())
  t.equal(requests.filter(isShell).length, 2, 'what surrounds the page is loaded once for each language')
  t.strictSame(trouble, [])
  await context.setOffline(true)
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('[data-toast]').getByText('You are offline. The page stays as it is.').waitFor()
})

test('the language cookie lasts a year, and is Secure on https', async (t, { newVisitor, base }) => {
  const { page, context } = await newVisitor()
  await page.route(`${siteUrl}/**`, async (route) => {
    const url = route.request().url().replace(siteUrl, base)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  for (const [address, isSecure] of [
    [siteUrl, true],
    [base, false],
  ] as const) {
    await page.goto(`${address}/news`)
    await hydrated(page)
    await switchTo(page, 'en-US')
    const [cookie, ...others] = await context.cookies(address)
    t.strictSame(others, [])
    const { expires = 0, domain: _domain, ...fields } = cookie ?? {}
    const wanted = { name: 'i18n_redirected', value: 'en', path: '/', httpOnly: false, sameSite: 'Lax' }
    t.strictSame(fields, { ...wanted, secure: isSecure })
    t.equal(Math.round((expires - Date.now() / 1000) / daySeconds), 365)
  }
})

test.long('the language that is read is remembered after any link', async (t, { visit }) => {
  const { page, context } = await visit('/news/1', { locale: 'en-US' })
  await page.locator('.site-name').click()
  await page.locator('[data-page="home"]').waitFor()
  t.match(await context.cookies(), [{ value: 'zh' }])
  await context.clearCookies()
  await page.goto('/en/news/999999')
  await hydrated(page)
  await page.getByRole('link', { name: '中文站点' }).click()
  await page.locator('html[lang="zh-CN"] [data-page="home"]').waitFor()
  t.match(await context.cookies(), [{ value: 'zh' }])
})

test.long('a language switch whose header never comes is a document load after 10 s', async (t, world) => {
  const { page } = await visitPaused(world, '/news')
  const asked = page.waitForRequest((request) => isShell(new URL(request.url()).pathname))
  await page.route('**/__nuxt_island/Shell*', () => {})
  const sameDocument = await markDocument(page)
  await page.locator('a[data-locale-switch]').click()
  await asked
  await page.clock.runFor(10_000)
  await page.locator('html[lang="en-US"]').waitFor()
  t.notOk(await sameDocument())
  t.match(page.url(), /\/en\/news$/)
})

test('the language switch keeps route, parameters, query and hash', async (t, { base, visit }) => {
  const { page } = await visit('/news?page=2&page_size=1&utm=x#content')
  for (const [from, to] of [
    ['', '/en/news?page=2&page_size=1&utm=x#content'],
    ['/zh/product/11/12', '/en/product/11/12'],
    ['/detail_the-fair', '/en/detail_the-fair'],
    // The other language does not have the topic.
    ['/news?tag=展会&utm=x', '/en/news?utm=x'],
  ] as const) {
    if (from) await followTo(page, 'zh-CN', from)
    await switchTo(page, 'en-US')
    t.equal(page.url(), base + to)
  }
})

// On wide screens there are headings beside the text, too.
for (const width of someOf([1280, 800], 2))
  test(`the language switch keeps the heading in view, ${width} pixels wide`, async (t, { site, visit }) => {
    const { page } = await visit(addArticle(site.origin, longBody('')), { viewport: { width, height: 800 } })
    const heading = page.getByRole('heading', { name: 'Half way' })
    await heading.evaluate((heading) => {
      // In the other language the text before it is shorter.
      for (let line = 0; line < 10; line++) heading.before(document.createElement('hr'))
      scrollTo(0, scrollY + heading.getBoundingClientRect().top - 300)
      // A click of Playwright would scroll.
      document.querySelector<HTMLElement>('[data-locale-switch]')?.click()
    })
    await page.locator('html[lang="zh-CN"]').waitFor()
    const top = await heading.evaluate((heading) => heading.getBoundingClientRect().top)
    t.ok(Math.abs(top - 300) <= 1, `${top}`)
  })

/** Clicks the switch and waits for the page in that language. */
async function switchTo(page: Page, hreflang: 'zh-CN' | 'en-US'): Promise<void> {
  await page.locator(`a[data-locale-switch][hreflang="${hreflang}"]`).click()
  await page.locator(`html[lang="${hreflang}"]`).waitFor()
}

async function followTo(page: Page, language: string, path: string): Promise<void> {
  await follow(page, path)
  await page.locator(`html[lang="${language}"]`).waitFor()
}

const isShell = (url: string) => url.startsWith('/__nuxt_island/Shell_')
