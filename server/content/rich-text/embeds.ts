// Players, frames and forms in rich text: a link with their title, because the page loads nothing from elsewhere.
import { type ChildNode, Element, isTag, type ParentNode, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { elementsOf, parseHtml, replaceChildren, serialiseHtml, textOf } from './tree.ts'

const players = ['iframe', 'video', 'audio', 'object', 'embed', 'oembed']
/** Some write a sentence for browsers without players. */
const mostTitle = 300

/** The result is sanitised like the rest of the text. */
export function linkEmbeds(html: string): string {
  if (!/<(?:form|iframe|video|audio|object|o?embed)\b/i.test(html)) return html
  const tree = parseHtml(html)
  linkIn(tree, html)
  return serialiseHtml(tree)
}

function linkIn(parent: ParentNode, html: string): void {
  replaceChildren(parent, (node) => {
    if (!isTag(node)) return [node]
    linkIn(node, html)
    if (node.name === 'form') return [...node.children, ...formLink(node)]
    if (!players.includes(node.name)) return [node]
    if (isClosed(node, html)) return playerLink(node, node.children)
    const rest = node.name === 'iframe' ? linkEmbeds(closed(DomUtils.textContent(node))) : ''
    return [...playerLink(node, []), ...(rest ? parseHtml(rest) : node).children]
  })
}

/** Without its end tag a player would hold the rest of the text. */
function isClosed({ name, endIndex }: Element, html: string): boolean {
  const end = (endIndex ?? 0) + 1
  return html
    .slice(Math.max(0, end - name.length - mostSpace), end)
    .toLowerCase()
    .includes(`</${name}`)
}
/** Before the `>` of an end tag. */
const mostSpace = 8

/** The parser takes all that follows a frame without an end tag for its text, in which no other frame has one. */
function closed(html: string): string {
  return html.replace(/<iframe\b[^<>]*>/gi, '$&</iframe>')
}

/** Without an address: the words inside. Browsers show no words inside a frame. */
function playerLink(player: Element, words: ChildNode[]): ChildNode[] {
  const inner = player.name === 'iframe' ? [] : words
  const sources = elementsOf(player, 'source').map(({ attribs }) => attribs['src'])
  const { src, data, url, 'data-src': deferred } = player.attribs
  // The address is one of the web: a frame may have its text in its address.
  const address = [src, deferred, data, url, ...sources].find((one) => /^(?:https?:)?\/\S/i.test(one ?? ''))
  if (!address) return inner
  const absolute = address.startsWith('//') ? `https:${address}` : address
  return [linkTo(absolute, player, textOf(inner).slice(0, mostTitle))]
}

/** The words of a form stay. It is sent to a site of its own: a path alone is one of the content API itself. */
function formLink(form: Element): ChildNode[] {
  const url = form.attribs['action'] ?? ''
  if (!/^https?:\/\/\S/i.test(url)) return []
  const [button] = elementsOf(form, 'button')
  return [linkTo(url, form, textOf(button?.children ?? []))]
}

/** Without a title and words: `www.youtube.com/embed/x`. */
function linkTo(url: string, { attribs }: Element, words: string): Element {
  const address = url.replace(/^https?:\/\//i, '').replace(/[?#].*/, '')
  const text = attribs['title'] || attribs['aria-label'] || words || address
  return new Element('p', {}, [new Element('a', { href: url }, [new Text(text)])])
}
