// Another brand in a browser: its logo in both themes, narrow screens.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrandFolder, otherBrand } from '../helpers/brand.ts'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const named = createBrandFolder(t)
const withLogo = createBrandFolder(t, {
  'brand.yaml': `${otherBrand['brand.yaml']}`.replace(
    'en:\n',
    'en:\n  logo: /media/brand/logo-240x48.svg\n  logo_dark: /media/brand/logo-dark-240x48.svg\n',
  ),
})
test(
  'the logo is that of the theme, and does not overflow the header',
  async (t, { newVisitor }) => {
    const { page, requests } = await newVisitor({ viewport: { width: 360, height: 640 } })
    await page.goto('/en')
    await hydrated(page)
    const { width, height } = (await page.locator('.site-name').boundingBox())!
    t.ok(width < 200 && height < 64, `${width} × ${height}`)
    t.ok(await page.locator('.light-only').isVisible())
    t.notOk(await page.locator('.dark-only').isVisible())
    t.notOk(
      requests.some((url) => url.includes('logo-dark')),
      'a logo that is not shown is not loaded',
    )
    for (const [scheme, choice, shown] of [
      ['dark', 'system', 'dark'],
      ['dark', 'light', 'light'],
      ['light', 'dark', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), choice)
      t.ok(await page.locator(`.${shown}-only`).isVisible(), `${scheme}, ${choice}`)
      t.equal(await page.locator('.site-name img:visible').count(), 1)
    }
    t.ok((await overflow(page)) <= 0)
  },
  { folder: withLogo },
)

test(
  'narrow screens have the short name, and a long one does not grow the header',
  async (t, { newVisitor, site }) => {
    const { page } = await newVisitor({ viewport: { width: 360, height: 640 } })
    await page.goto('/en')
    t.equal(await page.locator('.site-name').innerText(), 'Echo')
    site.origin.patch('/api/home/config/base', ({ en, ...rest }: { en: object }) => ({
      ...rest,
      en: {
        ...en,
        name: 'International Society for Acoustic Measuring Instruments and Methods',
        short_name: null,
      },
    }))
    await page.goto('/en/news')
    t.ok((await overflow(page)) <= 0)
    const { height = 0 } = (await page.locator('.site-header').boundingBox()) ?? {}
    t.ok(height < 80, `${height} px`)
  },
  { folder: named },
)

/** Pixels by which the page is wider than the screen; negative beside a scroll bar. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
