// Layout: no horizontal overflow at any width, one h1 and a visible header, and targets of at least 24 × 24 CSS pixels
// (WCAG 2.5.8) on each page.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, hydrated, type World } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { pageKindsIn } from './page-kinds.ts'

const test = await createBrowserTest(t)
const sampleTest = await createBrowserTest(t, { folder: sampleFolder })
const widths = [320, 360, 768, 1280, 1920]
const smallest = 24

for (const locale of ['zh', 'en'] as const) {
  sampleTest(`the sample pages fit every screen in ${locale}`, (t, world) =>
    allFit(t, world, pageKindsIn(locale)),
  )
}

test('text spacing (WCAG 1.4.12) causes no horizontal overflow', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ bypassCSP: true, viewport: { width: 320, height: 800 } })
  for (const path of ['/', '/news', '/news/1', '/product/11', '/download', '/contact', '/en', '/en/news/1']) {
    await page.goto(path)
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    })
    t.strictSame(await faults(page), [], path)
  }
})

test('unbreakable content causes no horizontal overflow', async (t, world) => {
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(8)
  const body = `<p>${long}</p><pre><code>${long}</code></pre><table><tr>${`<td>${long}</td>`.repeat(4)}</tr></table>`
  const tags = [long, long]
  const change = (article: object) => ({ ...article, body, title: long, summary: long, author: long, tags })
  world.site.origin.patch('/api/home/article/detail/', change)
  await allFit(t, world, ['/en/news/1', '/en/product/11'])
})

async function allFit(t: Test, { newVisitor }: World, paths: string[]) {
  const { page } = await newVisitor()
  for (const path of paths) {
    await page.goto(path)
    await hydrated(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      t.strictSame(await faults(page), [], `${path} at ${width} px`)
      t.strictSame(await page.evaluate(smallTargets, smallest), [], `${path} at ${width} px`)
    }
    const empty = await page
      .locator('th')
      .evaluateAll((cells) => cells.filter((cell) => !cell.textContent?.trim()).length)
    t.equal(empty, 0, `${path}: no table header is empty`)
  }
}

/** Shown controls that are smaller, but for links within a sentence (the exception "inline"). */
function smallTargets(smallest: number): string[] {
  const isInline = (link: Element) => {
    const around = link.closest('p, li, td, th, dd, figcaption, summary')
    const others = (around?.textContent ?? '').replace(link.textContent ?? '', '').trim()
    return getComputedStyle(link).display === 'inline' && others !== ''
  }
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap(
    (element) => {
      const { width, height, x } = element.getBoundingClientRect()
      const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1 && x > -1000
      if (!isShown || element.matches('.skip-link, .visually-hidden *')) return []
      if ((width >= smallest && height >= smallest) || isInline(element)) return []
      return [`${element.outerHTML.slice(0, 120)} ${Math.round(width)} × ${Math.round(height)}`]
    },
  )
}

/** Layout problems, as sentences. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    // Without the room that is kept for a scroll bar.
    const { width } = root.getBoundingClientRect()
    const wide = root.scrollWidth > Math.ceil(width)
    const h1 = document.querySelectorAll('h1').length
    const isShown = (element: Element) =>
      element.checkVisibility() && element.getBoundingClientRect().width > 0
    const parts = [...document.querySelectorAll('.site-header-row > *')].filter(isShown)
    const boxes = parts.map((part) => ({ name: part.className, box: part.getBoundingClientRect() }))
    const overlapping = boxes.flatMap((a, at) =>
      boxes.slice(at + 1).flatMap((b) => (overlap(a.box, b.box) ? [`${a.name} over ${b.name}`] : [])),
    )
    const outside = boxes.filter(({ box }) => box.left < 0 || box.right > Math.ceil(width))
    const header = document.querySelector('.site-header')?.getBoundingClientRect()
    const main = document.querySelector('main')?.getBoundingClientRect()

    function overlap(a: DOMRect, b: DOMRect): boolean {
      const side = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      return side > 1 && height > 1
    }
    return [
      ...(wide ? [`${root.scrollWidth} px wide`] : []),
      ...(h1 === 1 ? [] : [`${h1} h1`]),
      ...overlapping,
      ...outside.map(({ name }) => `${name} is cut off`),
      ...(header && main && header.bottom <= main.top + 1 ? [] : ['the header covers the page']),
    ]
  })
}
