// Players and frames in rich text: a link with their title, because the page loads nothing from elsewhere.
import { type ChildNode, Element, Text } from 'domhandler'
import { elementsOf, innerText, parseHtml, replaceElements, serialiseHtml } from './tree.ts'

const players = ['iframe', 'video', 'audio', 'object', 'embed', 'oembed']
/** Some write a sentence for browsers without players. */
const mostTitle = 300

/** The result is sanitised like the rest of the text. */
export function linkEmbeds(html: string): string {
  if (!/<(?:iframe|video|audio|object|o?embed)\b/i.test(html)) return html
  const tree = parseHtml(html)
  replaceElements(tree, (element) => (players.includes(element.name) ? playerLink(element) : [element]))
  return serialiseHtml(tree)
}

/** Without an address: the words inside. Browsers show no words inside a frame. */
function playerLink(player: Element): ChildNode[] {
  const inner = player.name === 'iframe' ? [] : player.children
  const sources = elementsOf(player, 'source').map(({ attribs }) => attribs['src'])
  const { src, data, url, 'data-src': deferred } = player.attribs
  // The address is one of the web: a frame may have its text in its address.
  const address = [src, deferred, data, url, ...sources].find((one) => /^(?:https?:)?\/\S/i.test(one ?? ''))
  if (!address) return inner
  const absolute = address.startsWith('//') ? `https:${address}` : address
  return [linkTo(absolute, player, innerText(inner).slice(0, mostTitle))]
}

/** Without a title and words: `www.youtube.com/embed/x`. */
function linkTo(url: string, { attribs }: Element, words: string): Element {
  const address = url.replace(/^https?:\/\//i, '').replace(/[?#].*/, '')
  const text = attribs['title'] || attribs['aria-label'] || words || address
  return new Element('p', {}, [new Element('a', { href: url }, [new Text(text)])])
}
