// markdown-it plugin: an image with a title, alone in its paragraph, becomes a figure with a caption.
import type markdownIt from 'markdown-it'

/** An image within text keeps its title. */
export function figures(parser: ReturnType<typeof markdownIt>): void {
  parser.core.ruler.push('figures', ({ tokens, Token }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [open, close] = [tokens[index - 1], tokens[index + 1]]
      if (type !== 'inline' || open?.type !== 'paragraph_open' || !close || !children) continue
      const image = children.find((token) => token.type === 'image')
      const title = image?.attrGet('title')
      const isAlone = /^(?:image|link_open image link_close)$/.test(
        children.map(({ type }) => type).join(' '),
      )
      if (!image?.attrs || !title || !isAlone) continue
      image.attrs = image.attrs.filter(([name]) => name !== 'title')
      // In a tight list paragraphs are hidden.
      for (const tag of [open, close]) Object.assign(tag, { tag: 'figure', hidden: false })
      const caption = Object.assign(new Token('text', '', 0), { content: title })
      children.push(
        new Token('figcaption_open', 'figcaption', 1),
        caption,
        new Token('figcaption_close', 'figcaption', -1),
      )
    }
  })
}
