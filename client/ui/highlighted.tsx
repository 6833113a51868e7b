// A text with the words of a search marked.
import { highlight } from '../../shared/highlight.ts'

export function Highlighted({ text, keywords }: { text: string; keywords: string }) {
  if (!keywords) return text
  return highlight(text, keywords).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  )
}
