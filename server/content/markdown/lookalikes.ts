// Lookalikes: what is written almost like Markdown and shown as it is typed.
import type { Token } from 'markdown-it'
import { type Problem, say } from '../../../shared/content/problem.ts'
import type { Fault } from './problem.ts'

/** In one line of text, outside of code. */
const lookalikes: readonly (readonly [RegExp, Problem])[] = [
  [
    /^(?:#{1,6}\u3000|#{2,6}[^#\s]|＃)/,
    say('shown as text: a heading needs # and a space before its words, as in ## Title'),
  ],
  [
    /\][（(] ?(?:\/|https?:)[^()（）\n]{0,500}）|\]（(?:\/|https?:)/,
    say('shown as text: a link needs half-width parentheses, as in [text](/path)'),
  ],
  [
    /\]\((?:\/|https?:|\.{1,2}\/|media\/)[^()\n<>]{0,500}[ \u3000][^()\n<>]{1,500}\)/,
    say('shown as text, because of the space: write angle brackets around the URL, as in [text](</a b>)'),
  ],
  [/＊＊/, say('shown as text: bold needs half-width asterisks, as in **text**')],
  [/^:::/, say('shown as text: there is no block with :::; a note is a quotation, as in > **Note** text')],
  [/\{#[\p{L}\p{N}_-]{1,60}\}/u, say('shown as text: ids of headings are made of their words')],
]

/** `block`: of the parser, after which the lines of its text are separate. */
export function lookalikesIn(block: Token): Fault[] {
  const first = (block.map?.[0] ?? 0) + 1
  return linesOf(block).flatMap((text, index) =>
    lookalikes.flatMap(([pattern, problem]): Fault[] =>
      pattern.test(text) ? [{ line: first + index, ...problem, effect: 'remark' }] : [],
    ),
  )
}

function linesOf({ children }: Token): string[] {
  const texts = (children ?? []).map(({ type, content }) =>
    type === 'text' ? content : type.endsWith('break') ? '\n' : '\0',
  )
  return texts.join('').split('\n')
}
