// YAML problems: what is wrong with a line, and what to write, for the mistakes that people make.
import type { ErrorCode } from 'yaml'
import { type Problem, say } from '../../../shared/content/problem.ts'

/** `line`: the text that the parser's `message` is about. */
export function yamlProblem(message: string, code: ErrorCode, line: string): Problem {
  const [, advised] = advice.find(([pattern]) => pattern.test(line)) ?? []
  return advised ?? { problem: message, zh: chinese[code] ?? `写法不正确（${message}）` }
}

/** The messages of the parser that people meet. */
const chinese: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: '双引号中的转义（\\）无效，请改用单引号',
  BAD_INDENT: '缩进不正确',
  BAD_SCALAR_START: '文本不能以此字符开头，要加引号',
  BLOCK_AS_IMPLICIT_KEY: '一行中有多个键，或含有半角冒号和空格（: ）的文本没有加引号',
  BLOCK_IN_FLOW: '[ ] 或 { } 中的写法不正确，可能缺少逗号或引号',
  DUPLICATE_KEY: '同一个键写了两次',
  MISSING_CHAR: '缺少一个字符，可能是冒号、逗号、引号或括号',
  MULTILINE_IMPLICIT_KEY: '键必须写在一行中，可能缺少冒号',
  MULTIPLE_DOCS: '文件中有多个 YAML 文档，可能多了一行 ---',
  TAB_AS_INDENT: '不能用制表符缩进，应写空格',
  UNEXPECTED_TOKEN: '此处不应有这个字符，可能缺少引号',
}

/** A full-width colon makes a text one long word or sentence for YAML. */
export const fullWidthColon = [
  /^[ \t]*(?:-[ \t]+)?[^"'#:：]{1,60}：/u,
  say('a full-width colon (：) after a key; write a colon and a space (: )'),
] as const

const advice: readonly (readonly [RegExp, Problem])[] = [
  fullWidthColon,
  [
    /^[ \t]*(?:-[ \t]+)?[\w-]{1,60}:[\u00a0\u3000]/,
    say('a no-break or full-width space after the colon of a key; write an ordinary space'),
  ],
  [
    /^[ \t]*(?:-[ \t]+)?[\w-]{1,60}:[^\s]/,
    say('no space after the colon of a key; write a colon and a space (: )'),
  ],
  [
    /^[ \t]*(?:-[ \t]+)?[\w-]{1,60}:[ \t]+[^"'\s[{].*:(?:[ \t]|$)/,
    say('a text with a colon and a space (: ) needs quotes around it, as in title: "One: two"'),
  ],
]
