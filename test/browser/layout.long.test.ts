// Layout: no horizontal overflow at any width; one h1 and a visible header on each page.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, hydrated, type World } from '../helpers/browser.ts'
import { pageKindsIn } from './page-kinds.ts'
import { pagesIn } from './pages.ts'
import { createSampleTest } from './sample.ts'

const test = await createBrowserTest(t)
const sampleTest = await createSampleTest(t)
const widths = [320, 360, 768, 1280, 1920]
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

test('the other page kinds fit every screen', async (t, world) => {
  const others = [...pagesIn('zh'), ...pagesIn('en')].filter(({ route }) => /download|manual/.test(route))
  await allFit(
    t,
    world,
    others.map(({ path }) => path),
  )
})

test('unbreakable content causes no horizontal overflow', async (t, world) => {
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(8)
  const body = `<p>${long}</p><pre><code>${long}</code></pre><table><tr>${`<td>${long}</td>`.repeat(4)}</tr></table>`
  const tags = [long, long]
  const change = (article: object) => ({ ...article, body, title: long, summary: long, author: long, tags })
  world.site.origin.patch('/api/home/article/detail/', change)
  await allFit(t, world, ['/en/news/1', '/en/product/11'])
})

for (const [path, kind] of [
  ['/about/quality', '.rich-text'],
  ['/news/1021', '.rich-text'],
  ['/service/203', '.rich-text'],
  ['/solution/301', '.rich-text'],
  ['/manual/51', '.rich-text'],
  ['/product/101', '.lead'],
] as const) {
  sampleTest(
    `the text of ${path} begins in the first screen and is within its column`,
    async (t, { newVisitor }) => {
      const { page } = await newVisitor()
      for (const path_ of [path, `/en${path}`]) {
        for (const [width, height] of [
          [360, 780],
          [768, 1024],
          [1280, 800],
          [1920, 1080],
        ] as const) {
          await page.setViewportSize({ width, height })
          await page.goto(path_)
          const { top = height, wide } = await page.evaluate((selector) => {
            const text = document.querySelector(selector)
            const { left = 0, right = 0 } =
              document.querySelector('.rich-text')?.getBoundingClientRect() ?? {}
            const parts = [...document.querySelectorAll('.rich-text > *')]
            const outside = parts.filter((part) => {
              const box = part.getBoundingClientRect()
              return box.left < left - 1 || box.right > right + 1
            })
            const tables = [...document.querySelectorAll('.rich-text table')]
            const loose = tables.filter((table) => !table.closest('.table-scroll'))
            return { top: text?.getBoundingClientRect().top, wide: outside.length + loose.length }
          }, kind)
          // Two lines of the text are visible.
          t.ok(top < height - 50, `${path_} at ${width} px: ${Math.round(top)}`)
          t.equal(wide, 0, `${path_} at ${width} px`)
        }
      }
    },
  )
}

async function allFit(t: Test, { newVisitor }: World, paths: string[]) {
  const { page } = await newVisitor()
  for (const path of paths) {
    await page.goto(path)
    await hydrated(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      t.strictSame(await faults(page), [], `${path} at ${width} px`)
    }
  }
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
