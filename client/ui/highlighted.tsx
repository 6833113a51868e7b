// A text with the words that this page was searched for.
import { highlight } from '../../shared/highlight.ts'
import { useSite } from '../site.tsx'

export function Highlighted({ text }: { text: string }) {
  const { query } = useSite()
  if (!query.keywords) return text
  return highlight(text, query.keywords).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  )
}
