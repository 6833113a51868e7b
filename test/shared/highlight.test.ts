// Highlighting of search words.
import t from 'tap'
import { highlight } from '../../shared/highlight.ts'
import { createRandom } from '../helpers/random.ts'

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
  t.equal(marked('nothing', '  '), 'nothing')
})

t.test('words are not regular expressions, and the text stays complete', async (t) => {
  t.equal(marked('a.b(c) $1 [x] \\', '. ( $1 [ \\'), 'a[.]b[(]c) [$1] [[]x] [\\]')
  const random = createRandom(9)
  for (let round = 0; round < 2000; round++) {
    const [text, words] = [random.text('aA水.-(\\<&', 30), random.text('aA水.-(\\< ', 6)]
    const together = highlight(text, words).map((piece) => piece.text)
    if (together.join('') !== text) t.fail(`${text} ${words}`)
  }
})
