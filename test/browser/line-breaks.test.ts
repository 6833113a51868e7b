// Line breaks in a browser: numbers, units and names stay whole, Chinese headings break between words.
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { sampleFolder } from '../helpers/origin.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })

/** Numbers with their units, ranges and names that are on two lines. */
function brokenTokens(): string[] {
  const token =
    /[±−]?\d[\d., \u00a0]*\u2060?[–…]\u2060?[+−]?\d+|[±−]?\d[\d.]*[ \u00a0](?:%|‰|℃|°C|mA|mm|m³|m\/s|FNU|kHz)|\b[A-Z][A-Za-z]{1,3}-\u2060?[A-Z][a-z]+/g
  const broken: string[] = []
  const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent?.closest('pre, code, script, .visually-hidden, [hidden]')) continue
    for (const found of (node.nodeValue ?? '').matchAll(token)) {
      const range = document.createRange()
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 8)),
      )
      if (lines.size > 1) broken.push(found[0])
    }
  }
  return broken
}

/** The lines of the first heading. */
function linesOfHeading(): string[] {
  const lines: string[] = []
  let last = 0
  const walker = document.createTreeWalker(document.querySelector('h1')!, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = 0; at < (node.nodeValue ?? '').length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      if (lines.length === 0 || top - last > 8) lines.push('')
      last = top
      lines.push((lines.pop() ?? '') + node.nodeValue![at])
    }
  }
  return lines
}

test('no number, unit or name is on two lines', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  for (const path of someOf(
    ['/product/101', '/product/106', '/manual/51', '/product', '/solution/301', '/'],
    6,
  ))
    for (const locale of someOf(['/en', ''], 2)) {
      await page.goto(locale + path)
      for (const width of [360, 600, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        t.strictSame(await page.evaluate(brokenTokens), [], `${locale}${path} at ${width}`)
      }
    }
})

test('a Chinese heading breaks between words, the same after hydration', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor({ viewport: { width: 360, height: 800 } })
  await page.goto('/product/102')
  const before = await page.locator('h1').innerHTML()
  await hydrated(page)
  t.equal(await page.locator('h1').innerHTML(), before)
  const lines = await page.evaluate(linesOfHeading)
  t.ok(lines.length > 1, 'the heading has several lines')
  t.notOk(
    lines.some((line) => /^[计仪器表的，]/.test(line)),
    lines.join(' / '),
  )
  t.match(lines.join(' / '), '流量计')
  t.match(await page.title(), /^TL-Sonic 外夹式超声流量计 \|/, 'without invisible characters')
  t.notMatch(await page.locator('script[type="application/ld+json"]').innerText(), /[\u2060\u200b\u00a0]/)
  t.strictSame(trouble, [])
})
