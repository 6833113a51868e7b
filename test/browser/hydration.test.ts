// Hydration: every kind of page hydrates without a mismatch.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { hydrates } from './hydrates.ts'
import { fixturePages, pagesIn } from './pages.ts'

const test = await createBrowserTest(t)

test('every page hydrates in Chinese without a mismatch', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const { path, heading } of pagesIn('zh')) await hydrates(t, visitor, { path, lang: 'zh-CN', heading })
})

test('every page hydrates in English without a mismatch', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const { path, heading } of pagesIn('en')) await hydrates(t, visitor, { path, lang: 'en-US', heading })
})

test('pages hydrate under their /zh paths', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const { path, zh } of fixturePages.filter((_, index) => index % 3 === 0)) {
    await hydrates(t, visitor, { path: path === '/' ? '/zh' : `/zh${path}`, lang: 'zh-CN', heading: zh })
  }
})
