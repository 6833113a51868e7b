// Every page is taken over by React as the server made it.

import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, hydrated, type Visit, type World } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { fixturePages, pagesIn } from './pages.ts'

const test = await createBrowserTest(t)

test('every page hydrates in Chinese without a word changed', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const { path, heading } of pagesIn('zh')) await hydrates(t, visitor, { path, lang: 'zh-CN', heading })
})

test('every page hydrates in English without a word changed', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const { path, heading } of pagesIn('en')) await hydrates(t, visitor, { path, lang: 'en-US', heading })
})

test('pages hydrate under their /zh addresses, too', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const { path, zh } of fixturePages.filter((_, index) => index % 3 === 0)) {
    await hydrates(t, visitor, { path: path === '/' ? '/zh' : `/zh${path}`, lang: 'zh-CN', heading: zh })
  }
})

test('lists hydrate with keywords, pages and no results', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const query of [
    'keywords=fair',
    'page=2&page_size=1',
    'keywords=zzz',
    'page=99',
    'page_size=1&utm=x',
  ]) {
    await hydrates(t, visitor, { path: `/en/news?${query}`, lang: 'en-US', heading: 'News' })
  }
})

test('the error page hydrates in both languages', async (t, world) => {
  await errorHydrates(t, world, { path: '/en/nowhere/at/all', lang: 'en-US' })
  await errorHydrates(t, world, { path: '/nowhere/at/all', lang: 'zh-CN' })
  await errorHydrates(t, world, { path: '/en/news/999999', lang: 'en-US' })
})

test(
  'the sample content hydrates in both languages',
  async (t, world) => {
    const visitor = await world.newVisitor()
    for (const path of ['/', '/news', '/product', '/product/101', '/news/1021', '/about/1', '/contact']) {
      await hydrates(t, visitor, { path, lang: 'zh-CN' })
      await hydrates(t, visitor, { path: path === '/' ? '/en' : `/en${path}`, lang: 'en-US' })
    }
  },
  { folder: sampleFolder },
)

type Expected = { path: string; lang: string; heading?: string }

async function hydrates(t: Test, { page, trouble }: Visit, { path, lang, heading }: Expected) {
  const { before, after } = await textAroundHydration(page, path)
  t.equal(after, before, `${path}: same text`)
  t.strictSame(trouble.splice(0), [], `${path}: no trouble`)
  t.equal(await page.getAttribute('html', 'lang'), lang, `${path}: language`)
  if (heading) t.equal(await page.locator('h1').textContent(), heading, `${path}: heading`)
}

async function errorHydrates(t: Test, world: World, { path, lang }: Expected) {
  const { page, trouble } = await world.newVisitor()
  const { before, after } = await textAroundHydration(page, path)
  t.equal(after, before)
  t.equal(await page.getAttribute('html', 'lang'), lang)
  t.equal(await page.getAttribute('[data-error-page]', 'data-error-page'), '404')
  // The status of the document itself, once as an answer and once in the console.
  t.equal(trouble.length, 2)
  t.ok(
    trouble.every((line) => line.includes('404')),
    `${path}: nothing else went wrong`,
  )
}

/** The application's script is held back until the parsed document has been read. */
async function textAroundHydration(page: Page, path: string): Promise<{ before: string; after: string }> {
  const { promise: read, resolve: release } = Promise.withResolvers<void>()
  const entry = /\/assets\/main-\w+\.js$/
  await page.route(entry, async (route) => {
    await read
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading' && !document.querySelector('template'))
  const before = await page.evaluate(textOfBody)
  release()
  await hydrated(page)
  await page.waitForLoadState()
  const after = await page.evaluate(textOfBody)
  await page.unroute(entry)
  return { before, after }
}

function textOfBody(): string {
  const body = document.body.cloneNode(true) as HTMLElement
  for (const element of body.querySelectorAll('script, noscript, template, style')) element.remove()
  return body.textContent
}
