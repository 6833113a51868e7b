// Language switch: the same page in the other language, without a document load; the choice is stored in a cookie.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, follow, hydrated, markDocument } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { siteUrl } from '../helpers/site.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t)
const { shared: sampleTest } = await createBrowserTest(t, { folder: sampleFolder })
const daySeconds = 24 * 60 * 60

test('the language switch changes the texts without a document load', async (t, { visit }) => {
  const { page, requests, trouble } = await visit('/news/1')
  const sameDocument = await markDocument(page)
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
  await switchTo(page, 'zh-CN')
  await page.waitForURL('/news/1')
  await page.goBack()
  await page.locator('html[lang="en-US"]').waitFor()
  t.equal(await page.title(), 'The fair | Meter Works')
  t.ok(await sameDocument())
  t.equal(requests.filter(isShell).length, 2, 'what surrounds the page is loaded once for each language')
  t.strictSame(trouble, [])
})

test('the language cookie lasts a year', async (t, { visit }) => {
  const { page, context } = await visit('/news')
  t.strictSame(await context.cookies(), [], 'no page sets a cookie')
  await switchTo(page, 'en-US')
  const [cookie, ...others] = await context.cookies()
  const { name, value, path, sameSite, secure, httpOnly, expires = 0 } = cookie ?? {}
  t.strictSame(others, [])
  const given = [name, value, path, sameSite, secure, httpOnly]
  t.strictSame(given, ['i18n_redirected', 'en', '/', 'Lax', false, false])
  t.equal(Math.round((expires - Date.now() / 1000) / daySeconds), 365)
  await page.goto('/')
  t.match(page.url(), /\/en$/)
})

test('on https the language cookie is Secure', async (t, { newVisitor, base }) => {
  const { page, context } = await newVisitor()
  await page.route(`${siteUrl}/**`, async (route) => {
    const url = route.request().url().replace(siteUrl, base)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${siteUrl}/news`)
  await hydrated(page)
  await switchTo(page, 'en-US')
  t.match(await context.cookies(), [{ name: 'i18n_redirected', value: 'en', secure: true }])
})

test('the language that is read is remembered after any link', async (t, { visit }) => {
  const { page, context } = await visit('/news/1', { locale: 'en-US' })
  await page.locator('.site-name').click()
  await page.locator('[data-page="home"]').waitFor()
  await page.reload()
  t.equal(await page.getAttribute('html', 'lang'), 'zh-CN')
  await context.clearCookies()
  await page.goto('/en/news/999999')
  await hydrated(page)
  await page.getByRole('link', { name: '中文站点' }).click()
  await page.locator('[data-page="home"]').waitFor()
  await page.goto('/')
  t.equal(await page.getAttribute('html', 'lang'), 'zh-CN')
})

test('a language switch whose header never comes is a document load after 10 s', async (t, world) => {
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

test('the language switch keeps route, parameters, query and hash', async (t, { visit }) => {
  const { page } = await visit('/news?page=2&page_size=1&utm=x#content')
  await switchTo(page, 'en-US')
  await page.waitForURL(/\/en\/news/)
  t.match(page.url(), /\/en\/news\?page=2&page_size=1&utm=x#content$/)
  await page.goto('/zh/product/11/12')
  await hydrated(page)
  await switchTo(page, 'en-US')
  t.match(page.url(), /\/en\/product\/11\/12$/)
  await follow(page, '/en/detail_the-fair')
  await page.locator('[data-page="detail"]').waitFor()
  await switchTo(page, 'zh-CN')
  t.match(page.url(), /:\d+\/detail_the-fair$/)
})

sampleTest('the language switch keeps the heading in view', async (t, { visit }) => {
  const { page } = await visit('/en/product/101')
  const topOf = (name: string) =>
    page
      .getByRole('heading', { name, exact: true })
      .evaluate((heading) => heading.getBoundingClientRect().top)
  await page.getByRole('heading', { name: 'Calibration', exact: true }).evaluate((heading) => {
    scrollTo(0, scrollY + heading.getBoundingClientRect().top - 300)
  })
  // A click of Playwright would scroll.
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-locale-switch]')?.click())
  await page.locator('html[lang="zh-CN"]').waitFor()
  t.ok(Math.abs((await topOf('校准')) - 300) <= 1)
})

sampleTest('filters are those of the other language, and other parameters stay', async (t, { visit }) => {
  const { page } = await visit('/en/product?filter=Medium:Drinking+water&utm=x')
  await switchTo(page, 'zh-CN')
  t.equal(decodeURIComponent(new URL(page.url()).search), '?utm=x&filter=介质:饮用水')
  t.match(await page.locator('.list-count').innerText(), '共 5 条')
})

test('after a language switch the program has the texts of the language', async (t, { visit }) => {
  const { page, context } = await visit('/news')
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-theme-choice="dark"]')?.click())
  await switchTo(page, 'en-US')
  await page.getByRole('button', { name: 'Appearance' }).click()
  const dark = page.locator('[data-theme-choice="dark"]')
  t.equal(await dark.getAttribute('aria-pressed'), 'true')
  await page.locator('[data-theme-choice="light"]').click()
  t.equal(await page.getAttribute('html', 'data-theme'), 'light')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.locator('[data-toast]').getByText('You are offline. The page stays as it is.').waitFor()
})

/** Clicks the switch and waits for the page in that language. */
async function switchTo(page: Page, hreflang: 'zh-CN' | 'en-US'): Promise<void> {
  await page.locator(`a[data-locale-switch][hreflang="${hreflang}"]`).click()
  await page.locator(`html[lang="${hreflang}"]`).waitFor()
}

const isShell = (url: string) => url.startsWith('/__nuxt_island/Shell_')
