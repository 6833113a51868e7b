// Titles in lines, as both scripts break them.
import t from 'tap'
import { breakLines, cutLines, spaced } from '../../server/seo/cards/lines.ts'

/** A Chinese character is as wide as two others. */
const width = (text: string) =>
  [...text].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 2 : 1), 0)
const fit = (most: number, lines = 3) => ({ width, most, lines })

t.test('English breaks between words, into lines of about the same length', async (t) => {
  t.strictSame(breakLines('Still right after ten years of use', fit(24)), [
    'Still right after',
    'ten years of use',
  ])
  t.strictSame(breakLines('A clamp-on meter', fit(8)), ['A', 'clamp-on', 'meter'])
  t.strictSame(breakLines('One', fit(24)), ['One'])
})

t.test('Chinese breaks within a sentence, but not within a word that is known', async (t) => {
  t.strictSame(breakLines('十年以后还准吗', fit(10)), ['十年以后', '还准吗'])
})

t.test('no line starts with a closing sign or ends with an opening one', async (t) => {
  const text = '关于《城镇供水管网（试行）》的说明，县级水司怎么做？先看这里：（上）“一”！'
  for (let most = 12; most < 40; most++) {
    const lines = breakLines(text, fit(most, 99)) ?? []
    t.equal(lines.join(''), text)
    for (const line of lines) {
      t.notMatch(line, /^[》）》，？：”！]/, line)
      t.notMatch(line, /[《（“]$/, line)
      t.ok(width(line) <= most, line)
    }
  }
})

t.test('a number stays with what it counts, and a Western word whole', async (t) => {
  for (let most = 12; most < 30; most++) {
    for (const line of breakLines(spaced('拆下412台TL-Mag旧流量计重新上台'), fit(most, 99)) ?? []) {
      t.notMatch(line, /\d\s*$/, line)
      t.notMatch(line, /TL-$/, line)
    }
  }
})

t.test('what is wider than a line is broken anywhere rather than lost', async (t) => {
  const lines = breakLines('https://www.example.example/a/very/long/address', fit(10, 99)) ?? []
  t.equal(lines.join(''), 'https://www.example.example/a/very/long/address')
  for (const line of lines) t.ok(width(line) <= 10)
})

t.test('what takes more lines than there are is told, and cut where it has to be', async (t) => {
  const text = 'one two three four five six seven eight nine ten'
  t.equal(breakLines(text, fit(10, 3)), undefined)
  t.strictSame(cutLines(text, fit(10, 3)), ['one two', 'three four', 'five six…'])
  t.strictSame(cutLines('十年以后，还准吗？旧流量计重新上台', fit(12, 2)).at(-1)?.endsWith('…'), true)
  t.strictSame(cutLines('short', fit(10, 3)), ['short'])
  t.strictSame(cutLines('', fit(10, 3)), [])
})

t.test('Chinese and Western characters keep a thin distance', async (t) => {
  t.equal(spaced('用TL-Mag测DN1200管'), '用\u2009TL-Mag\u2009测\u2009DN1200\u2009管')
  t.equal(spaced('plain words'), 'plain words')
})
