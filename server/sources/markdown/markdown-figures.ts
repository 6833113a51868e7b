// markdown-it plugin: images with a title become figures with a caption.
import type { Token } from 'markdown-it'

type CreateToken = (type: string, tag: string, nesting: 1 | 0 | -1) => Token

/** Replaces paragraphs that contain only titled images; an image within text keeps its title. */
export function wrapFigures(tokens: Token[], create: CreateToken): Token[] {
  const wrapped: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const inline = tokens[index + 1]
    const images = token.type === 'paragraph_open' && inline ? titledImages(inline) : []
    if (images.length === 0) {
      wrapped.push(token)
      continue
    }
    wrapped.push(...images.flatMap((image) => figure(image, inline!, create)))
    index += 2
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
  return lines.every(isTitledImage) ? lines : []
}

function isTitledImage(line: Token[]): boolean {
  const shape = line.map((token) => token.type).join(' ')
  if (shape !== 'image' && shape !== 'link_open image link_close') return false
  return Boolean(imageOf(line).attrGet('title'))
}

function imageOf(line: Token[]): Token {
  return line.find((token) => token.type === 'image')!
}

function figure(line: Token[], inline: Token, create: CreateToken): Token[] {
  const image = imageOf(line)
  const caption = create('text', '', 0)
  caption.content = String(image.attrGet('title'))
  image.attrs = image.attrs!.filter(([name]) => name !== 'title')
  return [
    block(create('figure_open', 'figure', 1)),
    withChildren(create('inline', '', 0), line, inline),
    block(create('figcaption_open', 'figcaption', 1)),
    withChildren(create('inline', '', 0), [caption], inline),
    block(create('figcaption_close', 'figcaption', -1)),
    block(create('figure_close', 'figure', -1)),
  ]
}

function block(token: Token): Token {
  token.block = true
  return token
}

function withChildren(token: Token, children: Token[], { map }: Token): Token {
  return Object.assign(token, { children, map })
}
