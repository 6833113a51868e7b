// Hostile content of the upstream (XSS) is never executed.
import t, { type Test } from 'tap'
import { createBrowserTest, hydrated, markDocument, type Visit } from '../helpers/browser.ts'
import { bypasses } from '../helpers/bypasses.ts'
import { sendJson } from '../helpers/origin.ts'
import { dangerousElements, hostileText, poison } from './hostile-content.ts'

const test = await createBrowserTest(t)
const richTextNames =
  /^(?:h[2-6]|p|br|hr|blockquote|pre|code|kbd|samp|[uod]l|li|d[td]|a|strong|b|em|i|u|s|del|ins|mark|small|su[bp]|abbr|cite|q|time|span|div|section|figure|figcaption|img|details|summary|table|caption|thead|tbody|tfoot|t[rhd]|lang|dir|title|id|href|rel|hreflang|download|src|alt|width|height|loading|decoding|start|reversed|datetime|scope|colspan|rowspan|open|class|tabindex)$/

test('a document with hostile content is only text', async (t, { site, visit }) => {
  poison(site.origin)
  const visitor = await visit('/en/product/11')
  await isHarmless(t, visitor, 'product')
  await visitor.page.goto('/en')
  await hydrated(visitor.page)
  await isHarmless(t, visitor, 'home')
  t.match(await visitor.page.title(), '</script>')
})

test.long(
  'without JavaScript a document with hostile content is only text',
  async (t, { site, newVisitor }) => {
    poison(site.origin)
    const visitor = await newVisitor({ javaScriptEnabled: false })
    await visitor.page.goto('/en/product/11')
    await isHarmless(t, visitor, 'product')
  },
)

test('a navigation to hostile content is only text', async (t, { site, visit }) => {
  const visitor = await visit('/en/product')
  poison(site.origin)
  await goThere(t, visitor)
})

test.long(
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

test('hostile keywords, topics and paths are only text', async (t, { newVisitor }) => {
  const visitor = await newVisitor()
  const typed = encodeURIComponent(hostileText)
  for (const start of ['/en/news?keywords=', '/en/contact?topic=', '/en/contact?sent=', '/en/', '/en/?x=']) {
    await visitor.page.goto(start + typed)
    await hydrated(visitor.page)
    await isHarmless(t, visitor, start)
  }
})

test('a page takes no text for HTML that is not this site’s own', async (t, { visit }) => {
  const { page } = await visit('/en')
  const refused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>'
      return 'taken'
    } catch (error) {
      return (error as Error).name
    }
  })
  t.equal(refused, 'TypeError')
})

async function goThere(t: Test, visitor: Visit) {
  const { page } = visitor
  const sameDocument = await markDocument(page)
  await page.locator('main').getByRole('link', { name: 'Meter A' }).click()
  await page.locator('[data-page="product-detail"]').waitFor()
  t.match(await page.locator('h1').textContent(), '</script>')
  await isHarmless(t, visitor, 'product')
  await page.locator('.site-name').click()
  await page.locator('[data-page="home"]').waitFor()
  await isHarmless(t, visitor, 'home')
  t.ok(await sameDocument())
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
