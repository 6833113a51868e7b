// Words of Chinese headings: where a line may break, so that it never breaks within a word.

/** A heading of fewer Chinese characters stays on one line, and a break in it would be worse than none. */
const shortest = 6
/** Longer texts are no headings. */
const longest = 300
const words = new Intl.Segmenter('zh', { granularity: 'word' })
const han = /^\p{Script=Han}/u
const endsInHan = /\p{Script=Han}$/u
const numeral = '〇零一二三四五六七八九十百千万亿两几数半'
/** Words of one character that belong to what follows; others (流量计, 管网的) belong to what precedes. */
const leading = '与和或及在从到把被对为按用不是有每比向以由让将无未再可能会要看做'

/** Adds `<wbr>` between words. `escaped`: HTML without tags. */
export function withWordBreaks(escaped: string): string {
  if (escaped.length > longest || (escaped.match(/\p{Script=Han}/gu) ?? []).length < shortest) return escaped
  let html = ''
  let before = ''
  // Characters since the last place to break.
  let run = 0
  for (const { segment } of words.segment(escaped)) {
    // No line has one character only.
    const breaks = run > 1 && isBreak(before, segment)
    html += breaks ? `<wbr>${segment}` : segment
    run = breaks || !han.test(segment) ? segment.length : run + segment.length
    before = segment
  }
  return html
}

function isBreak(before: string, after: string): boolean {
  if (!endsInHan.test(before)) return false
  if (!han.test(after)) return /^[A-Za-z\d]/.test(after)
  if (leading.includes(before)) return false
  if (numeral.includes(before.at(-1) ?? '') && numeral.includes(after[0] ?? '')) return false
  return after.length > 1 || leading.includes(after)
}
