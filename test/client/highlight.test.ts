// Highlighting of search words.
import fc from 'fast-check'
import t from 'tap'
import { highlight } from '../../client/ui/article-card.tsx'
import { property, textOf } from '../helpers/property.ts'

const marked = (text: string, keywords: string) =>
  highlight(text, keywords)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

t.test('words are highlighted anywhere, in either script, case-insensitively', async (t) => {
  t.equal(marked('Flow and overflow', 'flow'), '[Flow] and over[flow]')
  t.equal(marked('电磁流量计', '流量'), '电磁[流量]计')
  t.equal(marked('TL-Mag 流量计', 'mag 流量'), 'TL-[Mag] [流量]计')
  t.equal(marked('aab', 'a aa'), '[aa]b')
  t.equal(marked('nothing', ''), 'nothing')
  t.equal(marked('TL-\u2060Gate', 'tl-gate'), '[TL-\u2060Gate]')
  t.strictSame(highlight('nothing', '  '), [{ text: 'nothing', isMatch: false }])
  t.strictSame(highlight('no', ' n'), [
    { text: 'n', isMatch: true },
    { text: 'o', isMatch: false },
  ])
})

t.test('words are not regular expressions', async (t) => {
  t.equal(marked('a.b(c) $1 [x] \\', '. ( $1 [ \\'), 'a[.]b[(]c) [$1] [[]x] [\\]')
})

const texts = fc.tuple(textOf('aA水.-(\\<&', 30), textOf('aA水.-(\\< ', 6))
property(t, 'the text stays complete', texts, ([text, words]) => {
  const pieces = highlight(text, words).map((piece) => piece.text)
  return pieces.join('') === text
})
