// Swap: the page of a payload is that of its document; a change of the query alone leaves what the visitor is doing.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { holdPayloads } from './clock.ts'
import { pagesIn } from './pages.ts'
import { createSampleTest } from './sample.ts'

const test = await createBrowserTest(t)
const sampleTest = await createSampleTest(t)

for (const locale of ['zh', 'en'] as const)
  test(`after a navigation every page in ${locale} is the same as its document`, async (t, {
    site,
    newVisitor,
    visit,
  }) => {
    const all = pagesIn(locale).map(({ path }) => path)
    // Each kind in one of the languages, in a short run.
    const paths = someOf(all, 2, locale === 'zh' ? 0 : 1)
    // Stored as whole pages.
    for (const path of paths) await site.get(path)
    const documents = await newVisitor()
    const { page, trouble } = await visit(locale === 'zh' ? '/en/product/11' : '/product/11')
    const sameDocument = await markDocument(page)
    for (const path of paths) {
      await documents.page.goto(path)
      await hydrated(documents.page)
      await follow(page, path)
      t.strictSame(await content(page), await content(documents.page), path)
    }
    t.ok(await sameDocument())
    t.strictSame(trouble, [])
    t.strictSame(documents.trouble, [])
  })

sampleTest('an input method goes on composing over a change of the query', async (t, { visit }) => {
  const { page, context, trouble } = await visit('/en/news')
  const { release } = await holdPayloads(page)
  await page.locator('.filters').getByRole('link', { name: 'Flow' }).click()
  const field = page.locator('#search-field')
  await field.focus()
  await page.evaluate(() => {
    const ends: string[] = []
    Object.assign(window, { ends })
    document.addEventListener('compositionend', ({ data }) => ends.push(data))
  })
  const keyboard = await context.newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'liu', selectionStart: 3, selectionEnd: 3 })
  release()
  await page.getByText('8 items').waitFor()
  t.equal(await page.evaluate(() => document.activeElement?.id), 'search-field')
  t.strictSame(await page.evaluate('ends'), [], 'the composition is not ended')
  await keyboard.send('Input.imeSetComposition', { text: '流', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: '流' })
  t.equal(await field.inputValue(), '流')
  t.strictSame(trouble, [])
})

sampleTest(
  'half-typed text, a menu and a selection stay over a change of the query',
  async (t, { visit }) => {
    const { page, trouble } = await visit('/en/product?keywords=meter')
    const field = page.locator('#search-field')
    await field.fill('half typed')
    // Without the event of a choice, which would be sent.
    const menu = page.getByLabel('Principle')
    await menu.evaluate((select: HTMLSelectElement) => {
      select.selectedIndex = 1
    })
    const principle = await menu.inputValue()
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1')!))
    await field.evaluate((input: HTMLInputElement) => {
      input.focus()
      input.setSelectionRange(2, 4)
      Object.assign(window, { field: input })
    })
    await page.evaluate(() => document.querySelector<HTMLElement>('.sort-links a:last-child')?.click())
    await page.waitForURL(/&sort=date/)
    await page.locator('.sort-links a:last-child[aria-current]').waitFor()
    t.equal(await field.inputValue(), 'half typed')
    t.strictSame(
      await field.evaluate((input: HTMLInputElement) => [
        input.selectionStart,
        input.selectionEnd,
        document.activeElement === input,
        (window as { field?: unknown }).field === input,
      ]),
      [2, 4, true, true],
    )
    t.not(principle, '')
    t.equal(await menu.inputValue(), principle)
    t.strictSame(trouble, [])
  },
)

sampleTest('opened details of a file stay open over changes of the query', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/download')
  const details = page.locator('tr', { hasText: 'TL-\u2060Radar data sheet' }).locator('details')
  const open = page.locator('main details[open]')
  await details.locator('summary').click()
  t.equal(await open.count(), 1)
  const before = await details.innerText()
  const filter = page.locator('main a[href$="?filter=type%3APDF"]')
  await filter.click()
  await page.waitForURL(/PDF/)
  await filter.waitFor({ state: 'detached' })
  t.equal(await page.getByText('sizing table').count(), 0, 'files before it are left out')
  t.equal(await open.innerText(), before)
  await page.goBack()
  await page.getByText('sizing table').first().waitFor()
  t.equal(await open.innerText(), before)
  await page.locator('main a[href$="?filter=type%3ACSV"]').click()
  await details.waitFor({ state: 'detached' })
  t.equal(await open.count(), 0, 'not those of another file')
  t.strictSame(trouble, [])
})

sampleTest('a chip is removed with the keyboard, and in the menu of its facet', async (t, { visit }) => {
  const { page } = await visit('/en/product?filter=Medium:Wastewater')
  t.equal(await page.getByLabel('Medium').inputValue(), 'Medium:Wastewater')
  await page.locator('.chosen-filters a').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/en\/product#list$/)
  t.equal(await page.getByLabel('Medium').inputValue(), '')
  t.equal(await page.locator('.chosen-filters').count(), 0)
  await page.waitForFunction(() => document.activeElement?.id === 'list')
})

sampleTest('the focus stays on a link of a search that is chosen with the keyboard', async (t, { visit }) => {
  const { page, trouble } = await visit('/en?keywords=meter')
  for (const link of [
    page.locator('main .chips a[href*="kind=news"]'),
    page.locator('.sort-links a[href*="sort=date"]'),
  ]) {
    await link.focus()
    await page.keyboard.press('Enter')
    await page.locator('main :focus[aria-current="true"]').waitFor()
    t.ok(await link.evaluate((element) => element === document.activeElement))
  }
  t.match(page.url(), /kind=news&sort=date$/)
  t.strictSame(trouble, [])
})

test('suggestions work on in a field that stayed over a change of the query', async (t, { visit }) => {
  const { page } = await visit('/en?keywords=fair')
  const field = page.locator('main input[type="search"]')
  await field.focus()
  await page.locator('main [role="combobox"]').waitFor()
  await page.locator('main .chips a[href*="kind="]').first().click()
  await page.waitForURL(/kind=/)
  await field.fill('meter')
  await page.locator('main .suggestions a').first().waitFor()
  t.equal(await page.locator('main .suggestions').count(), 1)
})

/** Queries of the kinds of page that have one, each reached from the one before. */
const queries: Record<string, string[]> = {
  '/en': [
    'keywords=meter',
    'keywords=meter&sort=date',
    'keywords=meter&kind=news',
    'keywords=meter&kind=news&page=9',
    'keywords=zzzz',
    'keywords=meter&page=2&sort=date',
    '',
  ],
  '/en/news': [
    'tag=Flow',
    'page=2',
    'keywords=meter',
    'keywords=meter&sort=date',
    'keywords=zzzz',
    'page=99',
    '',
  ],
  '/en/product': [
    'filter=Medium:Wastewater',
    'tag=Flow&filter=Medium:Wastewater&filter=Principle:Electromagnetic',
    'keywords=meter&filter=Medium:Wastewater',
    'page=2&page_size=4',
    'keywords=zzzz&sort=date',
    'tag=zzz',
    'missing=1',
    '',
  ],
  '/en/download': [
    'filter=type:PDF',
    'filter=type:CSV',
    'filter=product:101&filter=type:CSV',
    'filter=type:ZZZ',
    '',
  ],
  '/en/product/compare': [
    'id=101',
    'id=101&id=102',
    'id=102&id=103&id=104&id=105',
    'id=9999',
    'id=101&id=9999',
    '',
  ],
  '/en/contact': ['product=101', 'topic=Meters', ''],
}

for (const [path, changes] of Object.entries(queries))
  sampleTest(
    `after a change of the query ${path} is the same as its document`,
    async (t, { newVisitor, visit }) => {
      const documents = await newVisitor()
      const { page, trouble } = await visit(path)
      const sameDocument = await markDocument(page)
      for (const change of changes) {
        const address = path + (change && `?${change}`)
        await documents.page.goto(address)
        await hydrated(documents.page)
        await follow(page, address)
        t.strictSame(await content(page), await content(documents.page), address)
      }
      t.ok(await sameDocument())
      t.strictSame(trouble, [])
      t.strictSame(documents.trouble, [])
    },
  )

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), { href: path, id: 'test-link' })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await page.waitForURL((url) => decodeURIComponent(url.pathname + url.search) === path)
  const island = page.locator('[data-island-url]')
  if ((await island.count()) > 0) {
    await island.scrollIntoViewIfNeeded()
    await page.locator('[data-island-url] .pending').waitFor({ state: 'detached' })
  }
}

/** Head, header, <main> and footer, without what the program adds. */
function content(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tags =
      'title, link[rel="canonical"], link[rel="alternate"], link[rel="manifest"], link[rel="icon"], meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property]'
    const parts = document.querySelectorAll(
      `html, head > :is(${tags}), .skip-link, .site-header, main, .site-footer, #data`,
    )
    return [...parts].map((part) => {
      const copy = part.cloneNode(part.localName !== 'html') as Element
      for (const name of ['data-island-url', 'data-island-failed', 'data-reveal', 'tabindex'])
        for (const element of [copy, ...copy.querySelectorAll(`[${name}]`)]) element.removeAttribute(name)
      for (const added of copy.querySelectorAll('.compare-bar > :not(button)')) added.remove()
      // Set last, so that the order of the attributes is the same.
      for (const current of copy.querySelectorAll('[aria-current]')) {
        const value = current.getAttribute('aria-current') ?? ''
        current.removeAttribute('aria-current')
        current.setAttribute('aria-current', value)
      }
      return copy.outerHTML.replace(/<!--.*?-->/g, '')
    })
  })
}
