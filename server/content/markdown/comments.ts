// Comments in Markdown, `<!-- … -->`: notes of authors, which no page shows.

/** A line that starts or ends a block of code, in a list or a quotation too. */
const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/

/**
 * The text without comments, with the lines that it had; code keeps them. A comment without an end hides the text after it, which
 * was not meant to be public: `open` is its line, from 1.
 */
export function withoutComments(markdown: string): { text: string; open?: number } {
  if (!markdown.includes('<!--')) return { text: markdown }
  let code = ''
  let open = 0
  const lines = markdown.split('\n').map((line, index) => {
    let rest = line
    let shown = ''
    if (!open) {
      const [, marks = ''] = fence.exec(line) ?? []
      const isEnd = code !== '' && marks.startsWith(code) && line.trim().endsWith(marks)
      if (isEnd) code = ''
      else if (code === '') code = marks
      if (isEnd || code) return line
    }
    while (rest) {
      if (open) {
        const end = rest.indexOf('-->')
        if (end < 0) break
        rest = rest.slice(end + 3)
        open = 0
      }
      const start = commentIn(rest)
      shown += rest.slice(0, start)
      if (start === rest.length) break
      rest = rest.slice(start + 4)
      open = index + 1
    }
    return shown
  })
  return { text: lines.join('\n'), ...(open && { open }) }
}

/** Where a comment starts outside of code; the length of the line where none does. */
function commentIn(line: string): number {
  const unclosed = new Set<number>()
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line.startsWith('<!--', at)) return at
    else if (line[at] === '`') {
      const [marks = ''] = /^`+/.exec(line.slice(at)) ?? []
      const end = unclosed.has(marks.length) ? -1 : endOfCode(line, marks, at + marks.length)
      if (end < 0) unclosed.add(marks.length)
      at = (end < 0 ? at : end) + marks.length - 1
    }
  }
  return line.length
}

function endOfCode(line: string, marks: string, from: number): number {
  let at = line.indexOf(marks, from)
  while (at >= 0 && line[at + marks.length] === '`') {
    let after = at
    while (line[after] === '`') after++
    at = line.indexOf(marks, after)
  }
  return at
}
