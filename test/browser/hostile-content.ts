// Hostile content (XSS), and the search for elements that could execute it.
import type { Page } from 'playwright-core'
import type { TestOrigin } from '../helpers/origin.ts'

const url = 'javascript:window.__hacked=1'
const image = '<img src=x onerror="__hacked=1">'
export const hostileText = `</script></title></noscript><script>window.__hacked=1</script>${image}\u2028{{__hacked}}`
const body = [
  `<p id="data">${hostileText}</p><a href="${url}">one</a><a href=" java\nscript:window.__hacked=1">two</a>`,
  '<svg onload="__hacked=1"><script>__hacked=1</script></svg><iframe srcdoc="<script>parent.__hacked=1</script>"></iframe>',
  '<math><mtext><style><img src=x onerror="__hacked=1"></style></mtext></math><base href="https://evil.example/">',
  '<form action="javascript:__hacked=1"><input autofocus onfocus="__hacked=1"></form><div style="background:url(x)">d</div>',
  '<noscript><p title="</noscript><img src=x onerror=__hacked=1>"></noscript><a href="data:text/html,x">three</a>',
].join('')

/** Replaces every text and URL of the upstream's responses. */
export function poison(origin: TestOrigin) {
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
export function dangerousElements(page: Page): Promise<string[]> {
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
