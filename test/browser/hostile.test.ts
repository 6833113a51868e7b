// Hostile content of the origin (XSS) is never executed.
import t, { type Test } from 'tap'
import { createRichText } from '../../server/rich-text/rich-text.ts'
import { createBrowserTest, hydrated, markDocument, type Visit } from '../helpers/browser.ts'
import { bypasses } from '../helpers/bypasses.ts'
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

test.long('mutation XSS: sanitised HTML stays harmless after repeated parsing', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor()
  const sanitise = createRichText({ imageHosts: [] })
  const texts = Object.values(bypasses).flat()
  const problems = await page.evaluate(
    ({ htmls, allowed }) => {
      const place = document.body.appendChild(document.createElement('div'))
      const isAllowed = new RegExp(allowed)
      return htmls.flatMap((html, index) => {
        place.innerHTML = html
        // Mutations happen at the second parse.
        place.innerHTML = String(place.innerHTML)
        const parsed = new DOMParser().parseFromString(place.innerHTML, 'text/html')
        return [...place.querySelectorAll('*'), ...parsed.body.querySelectorAll('*')].flatMap((element) => {
          const names = [element.localName, ...[...element.attributes].map(({ name }) => name)]
          const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml'
          return isHtml && names.every((name) => isAllowed.test(name))
            ? []
            : [`${index}: ${element.outerHTML}`]
        })
      })
    },
    { htmls: texts.map((text) => sanitise(text)), allowed: richTextNames.source },
  )
  t.strictSame(problems, [])
  t.equal(await page.evaluate(() => '__hacked' in window), false)
  t.strictSame(
    trouble.filter((line) => !/request failed|answer: /.test(line)),
    [],
  )
})

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
