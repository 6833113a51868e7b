// A page's data by its own business calls: only where its payload failed, so it is loaded when that happens.
import { createApi, createContentMemo } from '../../shared/api/api.ts'
import type { RichText, SafeHtml } from '../../shared/content/reader.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { contextOf } from '../load-context.ts'
import type { AnyPage } from '../page.ts'
import { trustedHtml } from '../trusted-html.ts'
import type { Notify } from './toast.ts'
import { createBrowserTransport } from './transport.ts'

type Options = { fingerprint: () => string; notify: Notify; signal: AbortSignal }

export function loadByCalls(
  page: AnyPage,
  match: RouteMatch,
  { fingerprint, notify, signal }: Options,
): Promise<unknown> {
  const options = {
    transport: createBrowserTransport({ fingerprint, signal }),
    memo: createContentMemo(),
    locale: match.locale,
    richText: paragraphsOnly,
  }
  const api = createApi({
    ...options,
    notify: (message, kind) => {
      // What a visitor went away from does not concern him any more.
      if (!signal.aborted) notify(message, kind)
    },
  })
  const quietApi = createApi(options)
  return page.load({
    api,
    ...contextOf(match),
    island: (name, props) => ({ name, props }),
    optional: (lookup) => lookup(quietApi).catch(() => null),
    inOther: () => Promise.resolve(true),
    later: (promise) => ({ promise: promise.catch(() => null) }),
  })
}

const silent = 'script, style, template, noscript, iframe, svg, math'
const blocks =
  'p, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, caption, pre, blockquote, figcaption, summary, div, section, body'

/** The sanitiser lives on the server; here the markup is dropped and only escaped text is kept. */
export const paragraphsOnly: RichText = (html) => {
  // Nothing in a document without a window runs or loads.
  const parsed = new DOMParser().parseFromString(trustedHtml(html), 'text/html')
  for (const element of parsed.querySelectorAll(silent)) element.remove()
  const output = document.createElement('div')
  const nodes = parsed.createTreeWalker(parsed.body, NodeFilter.SHOW_TEXT)
  let current: Element | null = null
  while (nodes.nextNode()) {
    const text = nodes.currentNode.textContent ?? ''
    const block = nodes.currentNode.parentElement?.closest(blocks) ?? null
    if (block !== current && text.trim() === '') continue
    if (block !== current) output.append(document.createElement('p'))
    current = block
    output.lastElementChild?.append(text)
  }
  return output.innerHTML as SafeHtml
}
