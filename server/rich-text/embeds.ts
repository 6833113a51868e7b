// Embedded players, frames and forms in rich text: a link with their title, because the page loads and sends nothing elsewhere.
import { decodeEntities, escapeHtml, replaceElements, textOfHtml } from './html.ts'

const elements = ['iframe', 'video', 'audio', 'object', 'form']
const mostTitle = 100

/** The result is sanitised like the rest of the text. */
export function linkEmbeds(html: string): string {
  if (!/<(?:iframe|video|audio|object|form)\b/i.test(html)) return html
  return replaceElements(html, elements, (attributes, inner, name) => {
    const url = urlOf(attributes) ?? urlOf(/<source\b([^<>]*)>/i.exec(inner)?.[1] ?? '')
    const title = attributeOf(attributes, 'title') ?? attributeOf(attributes, 'aria-label')
    // What is in a form are its labels and texts; in the others it is for browsers that do not know them.
    const rest = name === 'form' ? inner : ''
    if (!url) return rest
    const text = title ?? (textOfHtml(inner).slice(0, mostTitle) || shownUrl(url))
    return `${rest}<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`
  })
}

/** Only of the web: a frame may have its text in its address. */
function urlOf(attributes: string): string | undefined {
  const found = ['src', 'data-src', 'data', 'action']
    .map((name) => attributeOf(attributes, name))
    .find((url) => /^(?:https?:)?\/\S/i.test(url ?? ''))
  return found?.startsWith('//') ? `https:${found}` : found
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  )
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim() || undefined
}

/** `www.youtube.com/embed/x`. */
function shownUrl(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/[?#].*$/, '')
}
