// The plain text of Markdown, as a reader sees it and the search finds it.
import type { Token } from 'markdown-it'

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u

/** One line for each block. */
export function plainText(tokens: Token[]): string {
  return tokens.flatMap(blockText).join('\n')
}

function blockText(token: Token): string[] {
  if (token.type === 'inline') return [inlineText(token)]
  return token.type === 'fence' || token.type === 'code_block' ? [token.content] : []
}

export function inlineText(inline: Token): string {
  return (inline.children ?? []).map(childText).join('').replace(/\s+/g, ' ').trim()
}

function childText(token: Token): string {
  return token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : token.content
}

/**
 * Drops the line ends between two Chinese characters, which browsers would show as a space
 * (CSS Text 3 §4.1.3 leaves it to them) and which would cut a phrase in two for the search.
 */
export function joinChineseLines(tokens: Token[]): void {
  for (const { children } of tokens) {
    let text = ''
    for (const [index, child] of (children ?? []).entries()) {
      if (child.type === 'softbreak' && wide.test(text.slice(-1)) && wide.test(textAfter(children!, index))) {
        child.type = 'text'
      }
      text += child.content
    }
  }
}

function textAfter(children: Token[], index: number): string {
  return (
    children
      .slice(index + 1)
      .find((child) => child.content)
      ?.content.slice(0, 1) ?? ''
  )
}
