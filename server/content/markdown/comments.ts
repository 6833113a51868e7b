// Comments in Markdown, `<!-- … -->`: notes of authors, which no page shows.

/** Code, which keeps its text: fences, in a list or a quotation too, escapes, spans in a line. Last a comment. */
const pieces = new RegExp(
  [
    /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?<fence>`{3,}(?=[^`\n]*$)|~{3,}).*(?:\n(?![ \t>]*\k<fence>[`~]*[ \t]*$).*)*(?:\n.*)?/,
    /\\./,
    /(?<!`)(?<code>`+)(?!`).{0,2000}?(?<!`)\k<code>(?!`)/,
    /`+/,
    /(?<comment><!--[\s\S]*?(?:-->|$(?![\s\S])))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/**
 * The text without comments, with the lines that it had. A comment without an end hides the text after it, which was not meant to be
 * public: `open` is its line, from 1; 0 where there is none.
 */
export function withoutComments(markdown: string): { text: string; open: number } {
  if (!markdown.includes('<!--')) return { text: markdown, open: 0 }
  let open = 0
  const text = markdown.replace(pieces, (piece, ...groups) => {
    const [at, , { comment }] = groups.slice(-3) as [number, string, { comment?: string }]
    if (comment === undefined) return piece
    if (!comment.endsWith('-->') || comment.length < 7) open = markdown.slice(0, at).split('\n').length
    return comment.replace(/[^\n]+/g, '')
  })
  return { text, open }
}
