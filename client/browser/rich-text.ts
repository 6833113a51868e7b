// Rich text for the rare page that is loaded by the browser's own calls: its text in paragraphs, nothing else.
import type { RichText, SafeHtml } from '../../shared/content/reader.ts'

/** The sanitiser lives on the server; here the markup is dropped and only escaped text is kept. */
export const paragraphsOnly: RichText = (html) => {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const blocks = [...parsed.body.querySelectorAll('p, h2, h3, h4, li, td, th, pre, figcaption')]
  const texts = blocks.length > 0 ? blocks.map((block) => block.textContent) : [parsed.body.textContent]
  const output = document.createElement('div')
  for (const text of texts) output.append(Object.assign(document.createElement('p'), { textContent: text }))
  return output.innerHTML as SafeHtml
}
