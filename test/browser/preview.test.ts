// Previews in a browser: the bar, links that stay in the preview, and nothing fetched besides documents.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated, markDocument, running, type World } from '../helpers/browser.ts'
import { addDrafts, draftTitle } from '../helpers/drafts.ts'
import { opsToken, previewLink } from '../helpers/preview-world.ts'
import { bothThemes } from './axe.ts'
import { replaceBody } from './rules.ts'

const test = await createBrowserTest(t)
/** Its script could read the token; nothing listens there. */
const analytics = { script: 'http://127.0.0.1:1/s.js', attributes: {} }
const withToken = { config: { opsToken } }
const bar = (page: Page) => page.getByRole('region', { name: 'Preview' })
const tokenOf = (url: string) => new URL(url, 'http://x').searchParams.get('preview')

async function linkTo({ site }: World, path: string): Promise<string> {
  addDrafts(site.origin)
  return previewLink(site, path)
}

test(
  'links, searches and the other language are documents of the same preview',
  async (t, world) => {
    const link = await linkTo(world, '/en/news')
    const { page, requests, trouble } = await world.newVisitor({ prefetch: true, fingerprint: true })
    await page.goto(link)
    await running(page)
    const steps: [string, () => Promise<unknown>][] = [
      ['/en/news/99', () => page.locator('main').getByRole('link', { name: draftTitle }).click()],
      ['/en/news', () => page.locator('.breadcrumb').getByRole('link', { name: 'News' }).click()],
      ['/en', () => page.locator('.site-name').click()],
      ['/en', () => search(page, 'pump')],
      ['/', () => page.getByRole('link', { name: '中文' }).first().click()],
    ]
    for (const [path, step] of steps) {
      const isSameDocument = await markDocument(page)
      await Promise.all([page.waitForEvent('load'), step()])
      await running(page)
      t.notOk(await isSameDocument(), path)
      t.equal(new URL(page.url()).pathname, path)
      t.equal(tokenOf(page.url()), tokenOf(link), path)
      t.equal(await page.locator('.preview-bar').count(), 1, path)
    }
    t.match(page.url(), 'keywords=pump')
    await page.reload()
    await running(page)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))))
    t.strictSame(
      requests.filter((url) => /_payload|__nuxt_island|api\/home|^http/.test(url)),
      [],
    )
    t.strictSame(trouble, [])
  },
  { config: { opsToken, analytics } },
)

test.long(
  'a form of products leads to a document of the same preview',
  async (t, world) => {
    const link = await linkTo(world, '/en/product')
    const { page, trouble } = await world.visit(link)
    const isSameDocument = await markDocument(page)
    await Promise.all([page.waitForEvent('load'), page.locator('.compare-bar [type="submit"]').click()])
    await running(page)
    t.notOk(await isSameDocument())
    t.equal(new URL(page.url()).pathname, '/en/product/compare')
    t.equal(tokenOf(page.url()), tokenOf(link))
    t.strictSame(trouble, [])
  },
  { config: { opsToken } },
)

async function search(page: Page, keywords: string) {
  await page.locator('[popovertarget="site-search"]').click()
  await page.locator('#site-search-field').fill(keywords)
  await page.keyboard.press('Enter')
}

test(
  'a link in a new tab is in the preview, a fragment stays on the page, a copied link is public',
  async (t, world) => {
    const link = await linkTo(world, '/en/news/1')
    replaceBody(
      world.site.origin,
      1,
      '<h2 id="there">There</h2><p><a href="/en/news/2#x">other</a> <a href="#there">here</a></p>',
    )
    const { page, context } = await world.visit(link)
    const other = page.getByRole('link', { name: 'other' })
    t.equal(await other.getAttribute('href'), '/en/news/2#x')
    for (const click of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
      const [tab] = await Promise.all([context.waitForEvent('page'), other.click(click)])
      await hydrated(tab)
      t.match(tab.url(), /\/en\/news\/2\?preview=[\w.-]+#x$/)
      t.equal(tokenOf(tab.url()), tokenOf(link))
      await tab.close()
    }
    const isSameDocument = await markDocument(page)
    await page.getByRole('link', { name: 'here' }).click()
    await page.waitForURL(/#there$/)
    t.equal(tokenOf(page.url()), tokenOf(link))
    t.ok(await isSameDocument())
  },
  withToken,
)

test(
  'the bar can be reached with the keyboard and leads out of the preview',
  async (t, world) => {
    const { page } = await world.visit(await linkTo(world, '/en/news/1'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const leave = bar(page).getByRole('link', { name: 'Leave the preview' })
    t.ok(await leave.evaluate((link) => link === document.activeElement), 'the first after the skip link')
    await Promise.all([page.waitForURL(/\/en\/news\/1$/), page.keyboard.press('Enter')])
    await hydrated(page)
    t.equal(await bar(page).count(), 0)
    await page.locator('.breadcrumb').getByRole('link', { name: 'News' }).click()
    await page.waitForURL(/\/en\/news$/)
  },
  withToken,
)

test.long(
  'the bar passes axe in both themes, fits 320 pixels, and panels open below it',
  async (t, world) => {
    const { page } = await world.newVisitor()
    await page.addInitScript(axe.source)
    await page.goto(await linkTo(world, '/en/news/99'))
    await hydrated(page)
    for (const width of [320, 1280]) {
      await bothThemes(t, page, { name: 'preview', width, within: 'html', without: [] })
      t.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`)
      await page.locator('[popovertarget="site-search"]').click()
      const [header, panel] = [page.locator('.site-header'), page.locator('#site-search')]
      const [above, below] = [await header.boundingBox(), await panel.boundingBox()]
      t.ok(below!.y >= above!.y + above!.height - 2, `${width}: ${JSON.stringify({ above, below })}`)
      await page.keyboard.press('Escape')
    }
    await page.mouse.wheel(0, 500)
    t.ok(await bar(page).isVisible())
  },
  withToken,
)

test.long(
  'without JavaScript the bar says that links are public, and they are',
  async (t, world) => {
    const { page } = await world.newVisitor({ javaScriptEnabled: false })
    await page.goto(await linkTo(world, '/en/news/99'))
    t.match(await bar(page).innerText(), 'Without JavaScript, links lead to the public pages.')
    await page.locator('.breadcrumb').getByRole('link', { name: 'News' }).click()
    await page.waitForURL(/\/en\/news$/)
    t.equal(await bar(page).count(), 0)
  },
  withToken,
)

test.long(
  'an expired link says what to do',
  async (t, world) => {
    const { page } = await world.newVisitor()
    const answer = await page.goto('/en/news/1?preview=1.1.x')
    t.equal(answer?.status(), 403)
    t.match(
      await page.locator('main').innerText(),
      'A preview link is valid for one hour; then ask for a new one.',
    )
  },
  withToken,
)
