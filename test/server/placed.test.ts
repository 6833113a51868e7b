// HTML that was made before stands in a page exactly where its mark stood, whatever is around it.
import t from 'tap'
import { asText, createPlaces } from '../../server/placed.ts'
import { createRandom } from '../helpers/random.ts'

const letters = 'aé水<>&;0123456789"\n\u0000'

t.test('marks are filled in any order, any number of times', async (t) => {
  const random = createRandom(11)
  for (let round = 0; round < 300; round++) {
    const { place, fill } = createPlaces()
    const kept = Array.from({ length: random.below(8) }, () => random.text(letters, random.below(50)))
    const marks = kept.map((html) => place(Buffer.from(html)))
    const order = Array.from({ length: random.below(20) }, () => random.below(kept.length + 1))
    const texts = order.map(() => random.text(letters, random.below(30)))
    const page = (pieces: readonly string[]) =>
      `${order.map((index, at) => texts[at] + (pieces[index] ?? '')).join('')}𝄞`
    if (fill(page(marks)).toString() !== page(kept)) t.fail(`round ${round}`)
  }
  t.pass('300 pages')
})

t.test('a page may be larger than any other', async (t) => {
  const { place, fill } = createPlaces()
  const large = Buffer.alloc(3_000_000, '水')
  t.equal(fill(`<p>${place(large)}</p>`).length, large.length + 7)
  const text = '水'.repeat(1_000_000)
  t.equal(fill(text).toString(), text)
})

t.test('two pages share no memory', async (t) => {
  const { fill } = createPlaces()
  const first = fill('first')
  fill('other')
  t.equal(first.toString(), 'first')
})

t.test('in a stream the HTML stands for itself', async (t) => {
  t.equal(asText(Buffer.from('<nav>水</nav>')), '<nav>水</nav>')
})
