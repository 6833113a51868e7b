// Suggestions: a combobox in the header and on the search page, with keyboard, input methods and aborted requests.

import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { hasNoViolation } from './axe.ts'

const { shared: test } = await createBrowserTest(t)
const call = '/api/home/search?'
const header = '#site-search-field'
const inPage = '#search-field'
const open = '.suggestions:not([hidden])'

async function openHeader(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Site search|站内搜索/ }).click()
  await page.waitForFunction((field) => document.activeElement?.matches(field), header)
  await known(page, header)
}

/** The code of the suggestions is loaded. */
async function known(page: Page, field: string): Promise<void> {
  await page.locator(`${field}[role="combobox"]`).waitFor()
}

/** What a screen reader is given: attributes of the field, the selected option, the status. */
const stateOf = (page: Page, field: string) =>
  page.locator(field).evaluate((input) => {
    // Without the kind.
    const titleOf = (option: Element | null | undefined) =>
      [...(option?.childNodes ?? [])]
        .slice(0, -1)
        .map(({ textContent }) => textContent)
        .join('')
        .trim() || null
    const form = input.closest('form')
    const active = input.getAttribute('aria-activedescendant')
    const selected = form?.querySelector('[aria-selected="true"]')
    return {
      isOpen: input.getAttribute('aria-expanded') === 'true',
      active: active && titleOf(document.getElementById(active)),
      selected: titleOf(selected),
      status: form?.querySelector('[role="status"]')?.textContent,
    }
  })

const queriesOf = (requests: string[]) =>
  requests.filter((url) => url.startsWith(call)).map((url) => new URL(url, 'http://x').searchParams.get('q'))

test('the keyboard moves through the suggestions in the header and opens one', async (t, { visit }) => {
  const { page, trouble, requests } = await visit('/en/contact')
  t.notOk(
    requests.some((url) => url.includes('suggestions')),
    'their code is loaded with the first focus',
  )
  await openHeader(page)
  await page.fill(header, 'meter')
  await page.locator(`.site-search ${open}`).waitFor()
  t.strictSame(await page.getByRole('option').allInnerTexts(), ['Meter A\nProducts', 'Meter C\nProducts'])
  t.strictSame(await page.getByRole('option').locator('mark').allInnerTexts(), ['Meter', 'Meter'])
  const controlled = await page.getAttribute(header, 'aria-controls')
  t.equal(await page.getByRole('listbox', { name: 'Suggestions' }).getAttribute('id'), controlled)
  const status = '2 suggestions. Use the arrow keys to choose.'
  const none = { isOpen: true, active: null, selected: null, status }
  const first = { ...none, active: 'Meter A', selected: 'Meter A' }
  const last = { ...none, active: 'Meter C', selected: 'Meter C' }
  const closed = { isOpen: false, active: null, selected: null, status: '' }
  t.strictSame(await stateOf(page, header), none)
  for (const [key, expected] of [
    ['ArrowDown', first],
    ['ArrowDown', last],
    ['ArrowDown', none],
    ['ArrowUp', last],
    ['ArrowUp', first],
    ['ArrowUp', none],
    ['ArrowDown', first],
    ['Escape', closed],
  ] as const) {
    await page.keyboard.press(key)
    t.strictSame(await stateOf(page, header), expected)
  }
  t.equal(await page.inputValue(header), 'meter', 'the field keeps its text and the focus')
  t.equal(await page.locator('.site-header :popover-open').count(), 1, 'the panel stays open')
  await page.fill(header, 'meters')
  await page.locator(open).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('/en/product/14')
  await page.locator('[data-page="product-detail"]').waitFor()
  t.equal(await page.locator('.site-header :popover-open').count(), 0)
  t.strictSame(trouble, [])
})

test.long('typing clears the active suggestion: Enter searches the text', async (t, { visit }) => {
  const { page, trouble } = await visit('/en')
  const sameDocument = await markDocument(page)
  await openHeader(page)
  await page.fill(header, 'meter')
  await page.locator(open).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('fair')
  t.equal((await stateOf(page, header)).active, null)
  await page.keyboard.press('Enter')
  await page.waitForURL('/en?keywords=fair')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Results for “fair”')
  t.equal(await page.locator('.site-header :popover-open').count(), 0)
  t.equal(await page.inputValue(header), '')

  // The search page has them too.
  await page.locator(inPage).focus()
  await known(page, inPage)
  t.equal(await page.locator(open).count(), 0, 'none for the text of the page')
  await page.fill(inPage, 'zzzqqq')
  await page.getByText('No suggestions.').waitFor({ state: 'attached' })
  t.equal((await stateOf(page, inPage)).isOpen, false)
  await page.fill(inPage, 'meter')
  await page.locator(open).waitFor()
  await hasNoViolation(t, page, '.search-page')
  await page.keyboard.press('Enter')
  await page.waitForURL('/en?keywords=meter')
  await page.getByRole('heading', { name: 'Results for “meter”' }).waitFor()
  t.equal(await page.locator(open).count(), 0)
  t.ok(await page.locator(inPage).evaluate((field) => field === document.activeElement), 'the focus stays')
  await page.fill(inPage, 'kit')
  await page.locator(open).waitFor()
  await page.keyboard.press('Tab')
  t.equal(await page.locator(open).count(), 0, 'closed when the field is left')
  await page.fill(inPage, 'kits')
  await page.getByRole('option').first().click()
  await page.waitForURL('/en/product/11/12')
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test('letters that an input method composes are not a query', async (t, { visit }) => {
  const { page, context, requests, trouble } = await visit('/contact')
  await openHeader(page)
  await page.clock.install()
  const keyboard = await context.newCDPSession(page)
  for (const text of ['z', 'zh', 'zhan hui'])
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  t.equal(await page.inputValue(header), 'zhan hui')
  await page.clock.runFor(1000)
  t.strictSame(queriesOf(requests), [])
  await keyboard.send('Input.insertText', { text: '展会' })
  await page.clock.runFor(1000)
  await page.getByRole('option', { name: '展会' }).waitFor()
  t.strictSame(queriesOf(requests), ['展会'])
  t.strictSame(trouble, [])
})

test.long('markup in titles is text, and a chapter is named by its manual', async (t, { visit }) => {
  const title = [{ text: '<img src=x onerror="document.title=1"> ' }, { text: '<b>wires</b>', mark: true }]
  const row = { kind: 'manual', id: 51, chapter: 'wiring', within: 'Manual <i>', title, text: [] }
  const { page, trouble } = await visit('/en')
  await page.route(`**${call}*`, (route) =>
    route.fulfill({ json: { success: true, data: { list: [row], total: 1 } } }),
  )
  await openHeader(page)
  await page.fill(header, 'wires')
  const option = page.getByRole('option')
  await option.waitFor()
  t.equal(
    await option.innerText(),
    'Manual <i> · <img src=x onerror="document.title=1"> <b>wires</b>\nManuals',
  )
  t.strictSame(await option.locator('*').evaluateAll((all) => all.map(({ localName }) => localName)), [
    'mark',
    'small',
  ])
  t.equal(await option.getAttribute('href'), '/en/manual/51#wiring')
  t.strictSame(trouble, [])
})

test.long(
  'a search that fails is repeated once, and one that the next letter makes useless is aborted',
  async (t, { visit }) => {
    const { page, requests } = await visit('/en')
    await openHeader(page)
    await page.clock.install()
    const answer = (route: Route) => {
      const status = { repair: 500, repairs: 404 }[new URL(route.request().url()).searchParams.get('q') ?? '']
      // The others are held.
      if (status) return route.fulfill({ status, json: { success: false } })
    }
    await page.route(`**${call}*`, answer)
    for (const [word, expected] of [
      ['repair', ['repair', 'repair']],
      ['repairs', ['repair', 'repair', 'repairs']],
    ] as const) {
      const response = page.waitForResponse(() => queriesOf(requests).length === expected.length)
      await page.fill(header, word)
      await page.clock.runFor(1000)
      await response
      t.strictSame(queriesOf(requests), expected)
      t.equal(await page.getByRole('option').count(), 0)
      t.equal(await page.locator('[data-toast]').count(), 0)
    }
    const isSent = page.waitForRequest(/q=kit/)
    const isAborted = page.waitForEvent('requestfailed', (request) => request.url().includes('q=kit'))
    await page.fill(header, 'kit')
    await page.clock.runFor(1000)
    await isSent
    await page.fill(header, '')
    t.equal((await isAborted).failure()?.errorText, 'net::ERR_ABORTED')
    t.equal((await stateOf(page, header)).isOpen, false, 'an empty field has none')
    await page.fill(header, 'repair')
    await page.keyboard.press('Enter')
    await page.waitForURL('/en?keywords=repair')
    t.match(await page.locator('main').innerText(), 'Summary of Repair')
  },
)
