// Plain text: descriptions shortened to display columns, in either script.
import fc from 'fast-check'
import t from 'tap'
import type { SafeHtml } from '../../shared/content/reader.ts'
import { displayWidth, openingOf, plainText, shorten, withoutJoiners } from '../../shared/plain-text.ts'
import { property, textOf as textsOf } from '../helpers/property.ts'

t.test('a text is cut after a sentence, or between words', async (t) => {
  const rows: [text: string, most: number, expected: string][] = [
    ['Short enough.', 20, 'Short enough.'],
    ['One sentence. Another one that is longer.', 24, 'One sentence.'],
    ['A sentence of 3.5 words and more of them', 24, 'A sentence of 3.5 words…'],
    ['Unbreakable'.repeat(4), 12, 'Unbreakable…'],
    ['第一句。第二句很长很长很长很长。', 12, '第一句。'],
    ['没有句号的一段很长的文字', 11, '没有句号的…'],
    ['型号 TL-Mag电磁流量计', 11, '型号…'],
    ['一，二，三，四，五', 9, '一，二…'],
    ['一二三', 6, '一二三'],
    ['一二三。四五六七八九', 16, '一二三。'],
  ]
  for (const [text, most, expected] of rows) t.equal(shorten(text, most), expected, text)
})

const limited = fc.tuple(textsOf('ab ,.!?。，水表（', 80), fc.integer({ min: 5, max: 64 }))
property(t, 'shortened text is never wider than the limit and never empty', limited, ([text, most]) => {
  const short = shorten(text, most)
  return displayWidth(short) <= most && (short !== '' || text.trim() === '')
})

t.test('HTML becomes its text', async (t) => {
  t.equal(
    plainText(
      '<h2>T</h2><p>a &lt;b&gt; &amp;amp; &quot;<strong>c</strong>&quot;<br>x<br />y</p>\n<ul><li>d</li><li>e</li></ul>',
    ),
    'T a <b> &amp; "c" x y d e',
  )
  t.equal(withoutJoiners('5\u00a0mA, TL-\u2060Gate'), '5 mA, TL-Gate')
})

t.test('the opening has whole paragraphs up to the minimal length', async (t) => {
  const html = '<h2>T</h2><p>One.</p><p>Two is longer.</p><p>Three.</p>' as SafeHtml
  t.equal(openingOf(html, 20), 'One. Two is longer.')
  t.equal(openingOf('<p>一。</p><p>二。</p>' as SafeHtml, 20), '一。二。')
  t.equal(openingOf('<ul><li>x</li></ul>' as SafeHtml), '')
  t.equal(openingOf('<p class="lead">One</p><p></p><p>two</p>' as SafeHtml), 'One two')
  t.equal(openingOf('<p>ab。</p><p>c</p>' as SafeHtml, 20), 'ab。c')
  t.equal(openingOf('<p>12345</p><p>6</p>' as SafeHtml, 10), '12345')
})
