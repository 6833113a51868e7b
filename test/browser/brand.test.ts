// Another brand in a browser: contrast in both themes, its logo, narrow screens.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrandFolder, otherBrand } from '../helpers/brand.ts'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { violations } from './axe.ts'

const test = await createBrowserTest(t)
const named = createBrandFolder(t)
const withLogo = createBrandFolder(t, {
  'brand.yaml': `${otherBrand['brand.yaml']}`.replace(
    'en:\n',
    'en:\n  logo: /media/brand/logo-240x48.svg\n  logo_dark: /media/brand/logo-dark-240x48.svg\n',
  ),
})
/** Colours that fail the contrast check. */
const poor = createBrandFolder(t, {
  'brand.yaml': "colours: { brand: '#ffcc00', accent: '#ff8800', control: '#eeeeee', ink: '#777777' }\n",
})
const values = ['color-contrast-enhanced', 'link-in-text-block', 'image-alt', 'link-name', 'button-name']
const rules = { runOnly: { type: 'rule', values } }

for (const [sentence, folder] of Object.entries({
  'axe-core reports no violation with another brand': named,
  'axe-core reports no violation with a logo': withLogo,
  'axe-core reports no violation where the named colours cannot be used': poor,
}))
  test.long(
    sentence,
    async (t, { newVisitor }) => {
      const { page, trouble } = await newVisitor({ reducedMotion: 'reduce' })
      await page.addInitScript(axe.source)
      for (const path of ['/en', '/en/contact', '/en/product/11']) {
        await page.goto(path)
        await hydrated(page)
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme })
          t.strictSame(await violations(page, 'html', rules), [], `${path}, ${theme}`)
        }
      }
      t.strictSame(trouble, [])
    },
    { folder },
  )

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
