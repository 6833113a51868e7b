// Rich text for the rare page that is loaded by the browser's own calls: its text in paragraphs, nothing else.
import type { RichText, SafeHtml } from '../../shared/content/reader.ts'
import { trustedHtml } from '../trusted-html.ts'

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
