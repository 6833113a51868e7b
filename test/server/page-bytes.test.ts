// HTML in pieces becomes a page of its own, with every piece in its place.
import t from 'tap'
import { asPieces, asText, type Html } from '../../server/html.ts'
import { createPageBytes } from '../../server/page-bytes.ts'
import { createRandom } from '../helpers/random.ts'

const letters = 'aé水<>&;0123456789"\n\u0000'

t.test('texts, bytes and pieces of them, in any order and depth', async (t) => {
  const random = createRandom(11)
  const piece = (depth: number): Html => {
    const text = random.text(letters, random.below(50))
    const kind = random.below(depth > 0 ? 3 : 2)
    if (kind === 0) return text
    return kind === 1 ? Buffer.from(text) : Array.from({ length: random.below(8) }, () => piece(depth - 1))
  }
  const written = (html: Html): string =>
    typeof html === 'string' || Buffer.isBuffer(html) ? `${html}` : html.map(written).join('')
  for (let round = 0; round < 300; round++) {
    const html = [piece(4), piece(4), '𝄞']
    const bytes = createPageBytes()
    bytes.add(asPieces(html))
    if (bytes.turned(0).toString() !== written(html)) t.fail(`round ${round}`)
    if (asText(html) !== written(html)) t.fail(`round ${round}, as text`)
  }
  t.pass('300 pages')
})

t.test('a page may be larger than any other', async (t) => {
  const large = Buffer.alloc(3_000_000, '水')
  const bytes = createPageBytes()
  bytes.add('<p>')
  bytes.add(large)
  bytes.add('水'.repeat(1_000_000))
  t.equal(bytes.turned(0).toString(), `<p>${'水'.repeat(2_000_000)}`)
})

t.test('what was added last may come first', async (t) => {
  const bytes = createPageBytes()
  bytes.add('水, second')
  const middle = bytes.size()
  bytes.add('first, ')
  t.equal(bytes.turned(middle).toString(), 'first, 水, second')
})

t.test('two pages share no memory', async (t) => {
  const made = (text: string) => {
    const bytes = createPageBytes()
    bytes.add(text)
    return bytes.turned(0)
  }
  const first = made('first')
  made('other')
  t.equal(first.toString(), 'first')
})
