// Hostile content of the upstream (XSS) is never executed.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, follow, hydrated, markDocument, type Visit } from '../helpers/browser.ts'
import { bypasses } from '../helpers/bypasses.ts'
import { someOf } from '../helpers/long.ts'
import { sendJson, type TestOrigin } from '../helpers/origin.ts'

const testAlone = await createBrowserTest(t)
const test = testAlone.shared
const richTextNames =
  /^(?:h[2-6]|p|br|hr|blockquote|pre|code|kbd|samp|[uod]l|li|d[td]|a|strong|b|em|i|u|s|del|ins|mark|small|su[bp]|abbr|cite|q|time|span|div|section|figure|figcaption|img|details|summary|table|caption|thead|tbody|tfoot|t[rhd]|lang|dir|title|id|href|rel|hreflang|download|src|alt|width|height|loading|decoding|start|reversed|datetime|scope|colspan|rowspan|open|class|tabindex)$/

const url = 'javascript:window.__hacked=1'
const image = '<img src=x onerror="__hacked=1">'
const hostileText = `</script></title></noscript><script>window.__hacked=1</script>${image}\u2028{{__hacked}}`
const body = [
  `<p id="data">${hostileText}</p><a href="${url}">one</a><a href=" java\nscript:window.__hacked=1">two</a>`,
  '<svg onload="__hacked=1"><script>__hacked=1</script></svg><iframe srcdoc="<script>parent.__hacked=1</script>"></iframe>',
  '<math><mtext><style><img src=x onerror="__hacked=1"></style></mtext></math><base href="https://evil.example/">',
  '<form action="javascript:__hacked=1"><input autofocus onfocus="__hacked=1"></form><div style="background:url(x)">d</div>',
  '<noscript><p title="</noscript><img src=x onerror=__hacked=1>"></noscript><a href="data:text/html,x">three</a>',
].join('')

testAlone(
  'hostile content is only text, in a document and after a navigation',
  async (t, { site, visit }) => {
    poison(site.origin)
    const visitor = await visit('/en')
    const { page } = visitor
    await isHarmless(t, visitor, 'home')
    t.match(await page.title(), '</script>')
    const sameDocument = await markDocument(page)
    await follow(page, '/en/product/11')
    await page.locator('[data-page="product-detail"]').waitFor()
    t.match(await page.locator('h1').textContent(), '</script>')
    await isHarmless(t, visitor, 'product, after a navigation')
    await follow(page, '/en')
    await page.locator('[data-page="home"]').waitFor()
    await isHarmless(t, visitor, 'home, after a navigation')
    t.ok(await sameDocument())
    await page.goto('/en/product/11')
    await hydrated(page)
    await isHarmless(t, visitor, 'product')
  },
)

testAlone.long(
  'mutation XSS: rich text stays harmless after repeated parsing',
  async (t, { newVisitor, site }) => {
    const texts = Object.values(bypasses).flat()
    site.origin.answer('/api/home/article/detail/', ({ url = '' }, response) => {
      const id = Number(/\d+/.exec(url)?.[0])
      const article = { id, category: 'news', title: 'x', tags: [], body: `<p>x</p>${texts[id - 1]}` }
      sendJson(response, 200, { success: true, data: article, msg: '' })
    })
    const { page } = await newVisitor({ bypassCSP: true })
    await page.goto('/robots.txt')
    const problems = await page.evaluate(
      async ({ count, allowed }) => {
        const place = document.body.appendChild(document.createElement('div'))
        const isAllowed = new RegExp(allowed)
        const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')
        const found: string[] = []
        for (let id = 1; id <= count; id++) {
          const response = await fetch(`/en/news/${id}`, { headers: { accept: 'text/html' } })
          place.innerHTML = parse(await response.text()).querySelector('.rich-text')!.innerHTML
          // Mutations happen at the second parse.
          place.innerHTML = String(place.innerHTML)
          const elements = [
            ...place.querySelectorAll('*'),
            ...parse(place.innerHTML).body.querySelectorAll('*'),
          ]
          for (const element of elements) {
            const names = [element.localName, ...[...element.attributes].map(({ name }) => name)]
            const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml'
            if (!isHtml || !names.every((name) => isAllowed.test(name)))
              found.push(`${id}: ${element.outerHTML}`)
          }
        }
        return found
      },
      { count: texts.length, allowed: richTextNames.source },
    )
    t.strictSame(problems, [])
    t.equal(await page.evaluate(() => '__hacked' in window), false)
  },
)

test('hostile keywords, topics and paths are only text, also for the program', async (t, {
  base,
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const typed = encodeURIComponent(hostileText)
  const starts = ['/en/contact?topic=', '/en/?x=', '/en/contact?sent=', '/en/news?keywords=', '/en/']
  for (const start of someOf(starts, 3)) {
    await visitor.page.goto(start + typed)
    await hydrated(visitor.page)
    await isHarmless(t, visitor, start)
  }
  const { page } = visitor
  await follow(page, `${base}//other.example/x`)
  await page.waitForURL(`${base}//other.example/x`)
  await isHarmless(t, visitor, 'a path like the address of another site')
  const refused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>'
      return 'taken'
    } catch (error) {
      return (error as Error).name
    }
  })
  t.equal(refused, 'TypeError', 'a page takes no text for HTML that is not this site’s own')
})

async function isHarmless(t: Test, { page, trouble }: Visit, name: string) {
  t.equal(await page.evaluate(() => '__hacked' in window), false, `${name}: nothing ran`)
  t.strictSame(await dangerousElements(page), [], `${name}: nothing can run`)
  t.strictSame(
    trouble.filter((line) => /dialog|policy|page error|hydrat|#4\d\d/i.test(line)),
    [],
    name,
  )
}

/** Replaces every text and URL of the upstream's responses. */
function poison(origin: TestOrigin) {
  const keep = new Set(['category', 'published_at', 'updated_at'])
  const change = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => change(item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]))
    }
    if (typeof value !== 'string' || keep.has(key)) return value
    if (key === 'body') return body
    return /url|link|path|cover$|image|logo/.test(key) ? url : hostileText
  }
  origin.patch('/api/home/', (data: object) => change(data))
}

/** As HTML: event attributes, script URLs, and elements that rich text may not have. */
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
