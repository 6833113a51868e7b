// Another brand in a browser: contrast in both themes, its logo and mark, narrow screens, navigation.
import axe from 'axe-core'
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
/** Colours that fail the contrast check. */
const poor = createBrandFolder(t, {
  'brand.yaml': "colours: { brand: '#ffcc00', accent: '#ff8800', control: '#eeeeee', ink: '#777777' }\n",
})
const rules = ['color-contrast-enhanced', 'link-in-text-block', 'image-alt', 'link-name', 'button-name']

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
          t.strictSame(await page.evaluate(violations, rules), [], `${path}, ${theme}`)
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
    t.strictSame(await page.locator('.site-name').boundingBox().then(rounded), { fits: true })
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

test.long(
  'the brand stays while the visitor navigates and changes the language',
  async (t, { visit }) => {
    const { page, trouble } = await visit('/en')
    const brandOf = () =>
      page.evaluate(() => [
        getComputedStyle(document.documentElement).getPropertyValue('--brand'),
        document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.getAttribute('href'),
        document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
      ])
    const [brand, , theme] = await brandOf()
    t.match(brand, '#7a1f5c')
    t.equal(theme, '#fbf3f8')
    await page.locator('footer a[href="/en/news"]').first().click()
    await page.waitForURL('**/en/news')
    t.strictSame(await brandOf(), [brand, '/en/site.webmanifest', theme])
    await page.locator('.site-header [hreflang="zh-CN"]').first().click()
    await page.waitForURL((url) => !url.pathname.startsWith('/en'))
    await page.locator('.site-name', { hasText: '回声声学' }).waitFor()
    t.strictSame(await brandOf(), [brand, '/site.webmanifest', theme])
    t.strictSame(trouble, [])
  },
  { folder: named },
)

/** Pixels by which the page is wider than the screen; negative beside a scroll bar. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

function rounded(box: { width: number; height: number } | null) {
  return { fits: box !== null && box.width < 200 && box.height < 64 }
}

async function violations(rules: string[]): Promise<string[]> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  // The init script has defined it.
  const { axe: loaded } = window as unknown as { axe: typeof axe }
  const found = await loaded.run(document, { runOnly: { type: 'rule', values: rules } })
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}
