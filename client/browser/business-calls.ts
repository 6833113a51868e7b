// Fallback for a failed payload: loads a page's data with its own business calls. Imported on demand.
import { createApi, createContentMemo } from '../../shared/api/api.ts'
import type { RichText, SafeHtml } from '../../shared/content/reader.ts'
import { isInOther } from '../../shared/locale.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { contextOf } from '../load-context.ts'
import type { AnyPage } from '../page.ts'
import { trustedHtml } from '../trusted-html.ts'
import type { Notify } from './toast.ts'
import { createBrowserTransport } from './transport.ts'

type Options = { downloadId: number; fingerprint: () => string; notify: Notify; signal: AbortSignal }

export function loadByCalls(
  page: AnyPage,
  match: RouteMatch,
  { downloadId, fingerprint, notify, signal }: Options,
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
      // No toasts for a navigation that was aborted.
      if (!signal.aborted) notify(message, kind)
    },
  })
  const quietApi = createApi(options)
  return page.load({
    api,
    ...contextOf(match),
    downloadId,
    island: (name, props) => ({ name, props }),
    optional: (lookup) => lookup(quietApi).catch(() => null),
    inOther: async (_lookup, languages) => isInOther(languages, match.locale) ?? true,
    deferred: (promise) => ({ promise: promise.catch(() => null) }),
  })
}

const silent = 'script, style, template, noscript, iframe, svg, math'
const blocks =
  'p, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, caption, pre, blockquote, figcaption, summary, div, section, body'

/** The sanitiser runs on the server only; here all markup is removed except paragraphs of escaped text. */
export const paragraphsOnly: RichText = (html) => {
  // A document without a browsing context runs no scripts and loads nothing.
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
