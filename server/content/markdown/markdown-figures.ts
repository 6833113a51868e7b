// markdown-it plugin: images with a title become figures with a caption.
import type { Token } from 'markdown-it'

type CreateToken = (type: string, tag: string, nesting: 1 | 0 | -1) => Token

/** Replaces paragraphs that contain only titled images; an image within text keeps its title. */
export function wrapFigures(tokens: Token[], create: CreateToken): Token[] {
  const wrapped: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const [token, inline] = [tokens[index]!, tokens[index + 1]]
    const lines = token.type === 'paragraph_open' && inline ? titledImages(inline) : []
    wrapped.push(...(lines.length > 0 ? lines.flatMap((line) => figure(line, inline!, create)) : [token]))
    if (lines.length > 0) index += 2
  }
  return wrapped
}

/** Each image with the link around it, if any; empty where the paragraph contains anything else. */
function titledImages(inline: Token): Token[][] {
  const lines: Token[][] = [[]]
  for (const child of inline.children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') lines.push([])
    else if (child.type !== 'text' || child.content.trim()) lines.at(-1)!.push(child)
  }
  const isTitled = (line: Token[]) =>
    /^(?:image|link_open image link_close)$/.test(line.map(({ type }) => type).join(' ')) &&
    imageOf(line).attrGet('title')
  return lines.every(isTitled) ? lines : []
}

function imageOf(line: Token[]): Token {
  return line.find((token) => token.type === 'image')!
}

function figure(line: Token[], { map }: Token, create: CreateToken): Token[] {
  const tag = (type: string, name: string, nesting: 1 | -1) =>
    Object.assign(create(type, name, nesting), { block: true })
  const inline = (children: Token[]) => Object.assign(create('inline', '', 0), { children, map })
  const image = imageOf(line)
  const caption = Object.assign(create('text', '', 0), { content: String(image.attrGet('title')) })
  image.attrs = image.attrs!.filter(([name]) => name !== 'title')
  return [
    tag('figure_open', 'figure', 1),
    inline(line),
    tag('figcaption_open', 'figcaption', 1),
    inline([caption]),
    tag('figcaption_close', 'figcaption', -1),
    tag('figure_close', 'figure', -1),
  ]
}
