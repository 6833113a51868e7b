// Targets of at least 24 × 24 CSS pixels on every page kind (WCAG 2.5.8), and table headers with a name.
import t from 'tap'
import { pageKindsIn } from './page-kinds.ts'
import { createSampleTest } from './sample.ts'

const test = await createSampleTest(t)
const smallest = 24

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

test('every target has 24 × 24 pixels, and no table header is empty', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  for (const path of [...pageKindsIn('en'), ...pageKindsIn('zh')]) {
    await page.goto(path)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      t.strictSame(await page.evaluate(smallTargets, smallest), [], `${path} at ${width}`)
    }
    const empty = await page
      .locator('th')
      .evaluateAll((cells) => cells.filter((cell) => !cell.textContent?.trim()).length)
    t.equal(empty, 0, path)
  }
  await page.goto('/about/5')
  t.ok((await page.locator('thead td').count()) > 0, 'the corner of a table of the content is a data cell')
})
