// Hydration with React's development build: no mismatch on any page, attributes included.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { buildForDevelopment } from './development-build.ts'
import { hydrates, textAroundHydration } from './hydrates.ts'
import { pageKindsIn } from './page-kinds.ts'
import { hold } from './rules.ts'

const test = await createBrowserTest(t)
const dist = await buildForDevelopment(t)
const site = { dist, folder: sampleFolder }
/** The browser's console message for a document with an error status. */
const ofStatus = /^(?:answer: 4\d\d|console: Failed to load resource)/

for (const [locale, lang] of [
  ['zh', 'zh-CN'],
  ['en', 'en-US'],
] as const)
  test(
    `every kind of page hydrates in ${lang} without a mismatch that React reports`,
    async (t, world) => {
      const visitor = await world.newVisitor({ locale: lang })
      for (const path of pageKindsIn(locale)) {
        if (!path.includes('/nowhere')) await hydrates(t, visitor, { path, lang })
      }
      await textAroundHydration(visitor.page, `/${locale}/nowhere/at/all`)
      t.strictSame(
        visitor.trouble.filter((line) => !ofStatus.test(line)),
        [],
        'the error page',
      )
    },
    site,
  )

test(
  'what is for one visitor hydrates without a mismatch: an enquiry, a confirmation, a rejected form',
  async (t, world) => {
    const visitor = await world.newVisitor()
    for (const query of ['product=101', 'topic=%22%3Cb%3E%27&%20', 'sent=ABCD2345'])
      await hydrates(t, visitor, { path: `/en/contact?${query}`, lang: 'en-US' })
    const { page, trouble } = await world.visit('/en/contact')
    const posted = page.waitForNavigation()
    await page.locator('form[data-form]').evaluate((form: HTMLFormElement) => form.submit())
    await posted
    await hydrated(page)
    t.ok(await page.locator('#form-result').isVisible())
    t.strictSame(
      trouble.filter((line) => !ofStatus.test(line)),
      [],
    )
  },
  site,
)

test(
  'parts that come after the shell hydrate without a mismatch, before and after the page is hydrated',
  async (t, { site: { origin }, newVisitor }) => {
    const held = ['product', 'solution', 'news'].map((category) =>
      hold(origin, `/api/home/article/list/${category}`),
    )
    const { page, trouble } = await newVisitor()
    await page.goto('/en', { waitUntil: 'commit' })
    const parts = page.locator('.home-section ul')
    held[0]?.release()
    await parts.first().waitFor()
    await hydrated(page)
    held[1]?.release()
    held[2]?.release()
    await parts.nth(2).waitFor()
    await page.waitForLoadState()
    t.strictSame(trouble, [])
  },
  // The parts are released by the test, however long the browser takes.
  { ...site, partTimeoutMs: 60_000 },
)

/** The document with changes, to provoke a hydration mismatch. */
async function changeDocument(page: Page, path: string, change: (html: string) => string) {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}

for (const [what, change] of Object.entries({
  'an attribute': (html: string) => html.replace('class="site-name"', 'class="site-name other"'),
  'a text': (html: string) => html.replace('<h1 tabindex="-1">News', '<h1 tabindex="-1">Olds'),
  'an element': (html: string) => html.replace('<h1 tabindex="-1">News</h1>', '<h2>News</h2>'),
}))
  test(
    `a mismatch in ${what} is reported`,
    async (t, { newVisitor }) => {
      const { page, trouble } = await newVisitor()
      await changeDocument(page, '**/en/news', (html) => {
        const changed = change(html)
        t.not(changed, html)
        return changed
      })
      await page.goto('/en/news')
      await hydrated(page)
      t.match(trouble.join('\n'), /hydrated|hydration/i)
    },
    site,
  )
