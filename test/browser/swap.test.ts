// Swap: the page of a payload is that of its document; a change of the query alone leaves what the visitor is doing.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { locales } from '../../shared/constants.ts'
import { localizePath } from '../../shared/href.ts'
import { createBrowserTest, follow, markDocument, type Visit } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { pages } from '../helpers/pages.ts'

const { shared: test } = await createBrowserTest(t)
const { shared: sampleTest } = await createBrowserTest(t, { folder: sampleFolder })

test('after a navigation every page is the same as its document', async (t, { visit }) => {
  const all = [...pages.map(({ path }) => path), '/sitemap', '/product/compare', '/manual']
  const paths = locales.flatMap((locale, index) =>
    someOf(all, 6, 3 * index).map((path) => localizePath(path, locale)),
  )
  await areSameAsDocuments(t, await visit('/en/product/11'), paths)
})

sampleTest('what is typed, a menu and a selection stay over a change of the query', async (t, { visit }) => {
  const { page, context, trouble } = await visit('/en/product?keywords=meter')
  const field = page.locator('#search-field')
  await field.fill('half typed')
  // Without the event of a choice, which would be sent.
  const menu = page.getByLabel('Principle')
  await menu.evaluate((select: HTMLSelectElement) => {
    select.selectedIndex = 1
  })
  const principle = await menu.inputValue()
  t.not(principle, '')
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1')!))
  await field.evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(2, 4)
    const ends: string[] = []
    Object.assign(window, { field: input, ends })
    document.addEventListener('compositionend', ({ data }) => ends.push(data))
  })
  await page.evaluate(() => document.querySelector<HTMLElement>('.sort-links a:last-child')?.click())
  await page.locator('.sort-links a:last-child[aria-current]').waitFor()
  t.match(page.url(), /&sort=date/)
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
  t.equal(await menu.inputValue(), principle)

  // An input method goes on composing.
  await field.fill('')
  const keyboard = await context.newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'liu', selectionStart: 3, selectionEnd: 3 })
  await page.evaluate(() => document.querySelector<HTMLElement>('.sort-links a')?.click())
  await page.locator('.sort-links a:first-of-type[aria-current]').waitFor()
  t.strictSame(await page.evaluate('ends'), [], 'the composition is not ended')
  await keyboard.send('Input.imeSetComposition', { text: '流', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: '流' })
  t.equal(await field.inputValue(), '流')
  t.strictSame(trouble, [])
})

sampleTest.long('opened details of a file stay open over changes of the query', async (t, { visit }) => {
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

sampleTest.long(
  'the focus stays on a link of a search that is chosen with the keyboard',
  async (t, { visit }) => {
    const { page, trouble } = await visit('/en?keywords=meter')
    await page.locator('#search-field').focus()
    await page.locator('main [role="combobox"]').waitFor()
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
    // Suggestions work on in the field that stayed.
    await page.locator('#search-field').fill('flow')
    await page.locator('main .suggestions a').first().waitFor()
    t.equal(await page.locator('main .suggestions').count(), 1)
    await follow(page, '/en?keywords=pump')
    await page.waitForFunction(() => document.title.includes('pump'))
    t.equal(await page.locator('#search-field').inputValue(), 'flow', 'what is being typed stays')
    t.strictSame(trouble, [])
  },
)

/** Queries of the kinds of page that have one, each reached from the one before. */
const queries: [path: string, ...changes: string[]][] = [
  [
    '/en',
    'keywords=meter',
    'keywords=meter&kind=news&page=9',
    'keywords=zzzz',
    'keywords=meter&sort=date',
    '',
  ],
  ['/en/news', 'tag=Flow', 'page=2', 'keywords=meter&sort=date', 'keywords=zzzz', 'page=99', ''],
  [
    '/en/product',
    'tag=Flow&filter=Medium:Wastewater&filter=Principle:Electromagnetic',
    'keywords=meter&filter=Medium:Wastewater',
    'page=2&page_size=4',
    'tag=zzz',
    'missing=1',
    '',
  ],
  ['/en/download', 'filter=type:PDF', 'filter=product:101&filter=type:CSV', 'filter=type:ZZZ', ''],
  ['/en/product/compare', 'id=101', 'id=102&id=103&id=104&id=105', 'id=101&id=9999', ''],
  ['/en/contact', 'product=101', 'topic=Meters', ''],
]

sampleTest('after a change of the query a page is the same as its document', async (t, { visit }) => {
  const paths = someOf(queries, 2).flatMap(([path, ...changes]) =>
    ['', ...someOf(changes, 3)].map((query) => path + (query && `?${query}`)),
  )
  await areSameAsDocuments(t, await visit('/en/about'), paths)
})

async function areSameAsDocuments(t: Test, { page, trouble }: Visit, paths: string[]): Promise<void> {
  const sameDocument = await markDocument(page)
  for (const path of paths) await isSameAsDocument(t, page, path)
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
}

async function isSameAsDocument(t: Test, page: Page, path: string): Promise<void> {
  await follow(page, path)
  await page.waitForURL((url) => decodeURIComponent(url.pathname + url.search) === path)
  const island = page.locator('[data-island-url]')
  if ((await island.count()) > 0) {
    await island.scrollIntoViewIfNeeded()
    await page.locator('[data-island-url] .pending').waitFor({ state: 'detached' })
  }
  const { shown, sent } = await page.evaluate(compared, path)
  t.strictSame(shown, sent, path)
}

/** Language, head, header, <main> and footer of the page shown and of its document, without what the program adds. */
async function compared(path: string) {
  // A document without its scripts, which no policy refuses.
  const request = new XMLHttpRequest()
  request.open('GET', path)
  request.setRequestHeader('accept', 'text/html')
  request.responseType = 'document'
  await new Promise((done) => {
    request.addEventListener('load', done)
    request.send()
  })
  const tags =
    'title, link[rel="canonical"], link[rel="alternate"], link[rel="manifest"], link[rel="icon"], meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property]'
  const added = 'data-island-url data-island-failed data-reveal tabindex aria-pressed'.split(' ')
  const partsOf = (page: Document) => [
    page.documentElement.lang,
    ...[
      ...page.querySelectorAll(`head > :is(${tags}), .skip-link, .site-header, main, .site-footer, #data`),
    ].map((part) => {
      const copy = part.cloneNode(true) as Element
      for (const name of added)
        for (const element of [copy, ...copy.querySelectorAll(`[${name}]`)]) element.removeAttribute(name)
      for (const element of copy.querySelectorAll('.compare-bar > :not(button)')) element.remove()
      // Set last, so that the order of the attributes is the same.
      for (const current of copy.querySelectorAll('[aria-current]')) {
        const value = current.getAttribute('aria-current') ?? ''
        current.removeAttribute('aria-current')
        current.setAttribute('aria-current', value)
      }
      // Within <noscript> it is text in one of them, and elements in the other.
      return copy.outerHTML.replace(/<!--.*?-->/g, '').replaceAll('hrefLang', 'hreflang')
    }),
  ]
  return { shown: partsOf(document), sent: partsOf(request.responseXML!) }
}
