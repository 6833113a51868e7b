// Players and frames in rich text: a link with their title, because the page loads nothing from elsewhere.
import { escapeHtml } from '../../shared/escape-html.ts'
import { decodeEntities, replaceElements, textOfHtml } from './html.ts'

const players = ['video', 'audio', 'object']
/** Some write a sentence for browsers without players. */
const mostTitle = 300

/** The result is sanitised like the rest of the text. */
export function linkEmbeds(html: string): string {
  const withForms = /<form\b/i.test(html) ? replaceElements(html, ['form'], formHtml) : html
  if (!/<(?:iframe|video|audio|object|o?embed)\b/i.test(withForms)) return withForms
  // Browsers show no words inside a frame.
  const withoutFrames = replaceElements(withForms, ['iframe'], (attributes) => embedHtml(attributes, ''))
  const withoutPlayers = replaceElements(withoutFrames, players, embedHtml)
  return withoutPlayers.replace(singles, (_, attributes: string) => embedHtml(attributes, ''))
}

/** Without an end tag, or never with one. */
const singles = /<(?:iframe|video|audio|object|o?embed)\b([^<>]*)>/gi

/** Without an address: the words inside. */
function embedHtml(attributes: string, inner: string): string {
  const url = urlOf(attributes) ?? urlOf(/<source\b([^<>]*)>/i.exec(inner)?.[1] ?? '')
  const title = attributeOf(attributes, 'title') ?? attributeOf(attributes, 'aria-label')
  if (!url) return inner
  const text = title ?? (textOfHtml(inner).slice(0, mostTitle) || shownUrl(url))
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`
}

/** The words of a form, and a link to where it is sent: not one of the content API itself, which has a path alone. */
function formHtml(attributes: string, inner: string): string {
  const url = attributeOf(attributes, 'action')
  if (!url || !/^https?:\/\/\S/i.test(url)) return inner
  const title = attributeOf(attributes, 'title') ?? attributeOf(attributes, 'aria-label')
  const text = (title ?? textOfHtml(firstButton(inner))) || shownUrl(url)
  return `${inner}<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`
}

/** What is in the first button. */
function firstButton(html: string): string {
  const start = html.search(/<button\b/i)
  const open = start < 0 ? -1 : html.indexOf('>', start)
  const end = open < 0 ? -1 : html.toLowerCase().indexOf('</button', open)
  return end < 0 ? '' : html.slice(open + 1, end)
}

/** The address is one of the web: a frame may have its text in its address. */
function urlOf(attributes: string): string | undefined {
  const address = ['src', 'data-src', 'data', 'url']
    .map((name) => attributeOf(attributes, name))
    .find((url) => /^(?:https?:)?\/\S/i.test(url ?? ''))
  return address?.startsWith('//') ? `https:${address}` : address
}

function attributeOf(attributes: string, name: string): string | undefined {
  const quoted = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  )
  return decodeEntities(quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? '').trim() || undefined
}

/** `www.youtube.com/embed/x`. */
function shownUrl(url: string): string {
  const [address = ''] = url.split(/[?#]/)
  return address.replace(/^https?:\/\//i, '')
}
