// Whatever the origin sends, nothing of it runs.

import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, hydrated, markDocument, type Visit } from '../helpers/browser.ts'
import type { TestOrigin } from '../helpers/origin.ts'
import { pagesIn } from './pages.ts'

const test = await createBrowserTest(t)
const url = 'javascript:window.__hacked=1'
const image = '<img src=x onerror="__hacked=1">'
const text = `</script></title></noscript><script>window.__hacked=1</script>${image}\u2028{{__hacked}}`
const body = [
  `<p id="data">${text}</p><a href="${url}">one</a><a href=" java\nscript:window.__hacked=1">two</a>`,
  '<svg onload="__hacked=1"><script>__hacked=1</script></svg><iframe srcdoc="<script>parent.__hacked=1</script>"></iframe>',
  '<math><mtext><style><img src=x onerror="__hacked=1"></style></mtext></math><base href="https://evil.example/">',
  '<form action="javascript:__hacked=1"><input autofocus onfocus="__hacked=1"></form><div style="background:url(x)">d</div>',
  '<noscript><p title="</noscript><img src=x onerror=__hacked=1>"></noscript><a href="data:text/html,x">three</a>',
].join('')

test('a document with hostile content is only text', async (t, { site, visit }) => {
  poison(site.origin)
  const visitor = await visit('/en/product/11')
  await isHarmless(t, visitor, 'product')
  await visitor.page.goto('/en')
  await hydrated(visitor.page)
  await isHarmless(t, visitor, 'home')
  t.match(await visitor.page.title(), '</script>')
})

test('without JavaScript, too', async (t, { site, newVisitor }) => {
  poison(site.origin)
  const visitor = await newVisitor({ javaScriptEnabled: false })
  await visitor.page.goto('/en/product/11')
  await isHarmless(t, visitor, 'product')
})

test('a navigation to hostile content by the payload is only text', async (t, { site, visit }) => {
  const visitor = await visit('/en/product')
  poison(site.origin)
  await goThere(t, visitor)
})

test('a navigation to hostile content by the business calls is only text', async (t, { site, visit }) => {
  const visitor = await visit('/en/product')
  await visitor.page.route(/_payload\.json/, (route) => route.abort())
  poison(site.origin)
  // The parser that takes the text out reports what it may not run; nothing else may be reported.
  await goThere(t, { ...visitor, trouble: [] })
})

test('hostile keywords, topics and paths are only text', async (t, { newVisitor }) => {
  const visitor = await newVisitor()
  const typed = encodeURIComponent(text)
  for (const start of ['/en/news?keywords=', '/en/contact?topic=', '/en/contact?sent=', '/en/', '/en/?x=']) {
    await visitor.page.goto(start + typed)
    await hydrated(visitor.page)
    await isHarmless(t, visitor, start)
  }
})

test('no page breaks the content security policy', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor()
  for (const { path } of [...pagesIn('zh'), ...pagesIn('en')]) {
    await page.goto(path)
    await hydrated(page)
    t.strictSame(trouble.splice(0), [], path)
  }
})

async function goThere(t: Test, visitor: Visit) {
  const { page } = visitor
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Meter A' }).click()
  await page.locator('[data-page="product-detail"]').waitFor()
  t.match(await page.locator('h1').textContent(), '</script>')
  await isHarmless(t, visitor, 'product')
  await page.locator('.site-name').click()
  await page.locator('[data-page="home"]').waitFor()
  await isHarmless(t, visitor, 'home')
  t.ok(await sameDocument())
}

/** Every text and URL of the origin's answers is replaced, whatever it stands for. */
function poison(origin: TestOrigin) {
  const keep = new Set(['category', 'published_at', 'updated_at'])
  const change = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => change(item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]))
    }
    if (typeof value !== 'string' || keep.has(key)) return value
    if (key === 'body') return body
    return /url|link|path|cover$|image|logo/.test(key) ? url : text
  }
  origin.patch('/api/home/', (data: object) => change(data))
}

async function isHarmless(t: Test, { page, trouble }: Visit, name: string) {
  t.equal(await page.evaluate(() => '__hacked' in window), false, `${name}: nothing ran`)
  t.strictSame(await dangerousElements(page), [], `${name}: nothing can run`)
  t.strictSame(
    trouble.filter((line) => /dialog|policy|page error|hydrat|#4\d\d/i.test(line)),
    [],
    name,
  )
}

function dangerousElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (/^(href|src|action|srcset)$/.test(name) && /^[\s\0-\x1f]*(java|data:text)/i.test(value)),
      ),
    )
    return [
      ...found,
      ...document.querySelectorAll('main :is(script:not([type="application/json"]), iframe, base, style)'),
    ].map((element) => element.outerHTML)
  })
}
