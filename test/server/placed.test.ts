// HTML that was made before stands in a page exactly where its mark stood, whatever is around it.
import t from 'tap'
import { createPageBytes } from '../../server/page-bytes.ts'
import { asText, createPlaces, splitAtMarks } from '../../server/placed.ts'
import { createRandom } from '../helpers/random.ts'

const letters = 'aé水<>&;0123456789"\n\u0000'

/** The text with what was kept instead of its marks. */
function filled(text: string, kept: readonly Buffer[]): string {
  const bytes = createPageBytes()
  splitAtMarks(text, { text: bytes.add, mark: (index) => bytes.add(kept[index] as Buffer) })
  return bytes.turned(0).toString()
}

t.test('marks are filled in any order, any number of times', async (t) => {
  const random = createRandom(11)
  for (let round = 0; round < 300; round++) {
    const { place, kept } = createPlaces()
    const pieces = Array.from({ length: random.below(8) }, () => random.text(letters, random.below(50)))
    const marks = pieces.map((html) => place(Buffer.from(html)))
    const order = Array.from({ length: random.below(20) }, () => random.below(pieces.length + 1))
    const texts = order.map(() => random.text(letters, random.below(30)))
    const page = (parts: readonly string[]) =>
      `${order.map((index, at) => texts[at] + (parts[index] ?? '')).join('')}𝄞`
    if (filled(page(marks), kept) !== page(pieces)) t.fail(`round ${round}`)
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

t.test('in a stream the HTML stands for itself', async (t) => {
  t.equal(asText(Buffer.from('<nav>水</nav>')), '<nav>水</nav>')
})
