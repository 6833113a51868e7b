// Typography: numbers, units and names stay together, in both languages; Chinese headings break between words.
import t from 'tap'
import { joiner, noBreakSpace, withoutJoiners } from '../../shared/plain-text.ts'
import { headingHtml, typeset, typesetHtml, typographyOf } from '../../shared/typography.ts'
import { property, textOf } from '../helpers/property.ts'

/** `_`: a no-break space, `|`: a word joiner. */
const shown = (text: string) => text.replaceAll(noBreakSpace, '_').replaceAll(joiner, '|')
/** `/`: a place to break. */
const words = (heading: string) => headingHtml(heading, 'zh').replaceAll('<wbr>', '/')

t.test('a number stays with its sign, its unit and its range; other texts are left as they are', (t) => {
  const rows: [locale: 'en' | 'zh', text: string, expected: string][] = [
    ['en', '±0.5 %, 60 000 m³', '±0.5_%, 60_000_m³'],
    ['en', 'a TL-Gate, A-Gate', 'a TL-|Gate, A-|Gate'],
    ['en', 'DN 50, DN15–DN1200', 'DN_50, DN15–|DN1200'],
    ['en', '−20…+60 °C', '−20…|+60_°C'],
    ['en', '± 0.5 m/s', '±_0.5_m/|s'],
    ['en', '3 km/h, 5m/s, 2 m³/h, 1 kg/m³, or m/s', '3_km/|h, 5m/|s, 2_m³/|h, 1_kg/|m³, or m/s'],
    ['en', '+86 574 5550 0136', '+86_574_5550_0136'],
    ['en', 'ISO 9001, IP 68', 'ISO_9001, IP_68'],
    ...['a ten-point certificate, 3 a day, GB2312 x', 'xTL-Gate, 3TL-Gate, A ten-Part'].map(
      (text): [locale: 'en', text: string, expected: string] => ['en', text, text],
    ),
    ['zh', '5  %，5～8 毫米', '5%，5|～|8_毫米'],
    ['zh', '示值误差 ±0.3 %，−20～+60 ℃', '示值误差 ±0.3%，−20|～|+60_℃'],
    ['zh', '共38个分区，48 小时，2009年', '共38|个分区，48_小时，2009|年'],
  ]
  for (const [locale, text, expected] of rows) t.equal(shown(typeset(text, locale)), expected)
  t.end()
})

t.test('quotation marks are typographic where they are safe to recognise', (t) => {
  t.equal(typeset(`"It's ten years old," he said: "yes".`, 'en'), '“It’s ten years old,” he said: “yes”.')
  t.equal(typeset("our customers' meters", 'en'), 'our customers’ meters')
  t.equal(typeset('他说"好的"。', 'zh'), '他说“好的”。')
  for (const text of ['a 4" and a 6" pipe', 'name="value"', "'single'", 'an unpaired " mark'])
    t.equal(typeset(text, 'en'), text)
  t.end()
})

t.test('HTML gets elements instead of joiners, and its markup stays as it is', (t) => {
  t.equal(
    typesetHtml('TL-Gate, 4–20 mA', 'en'),
    `<span class="unbroken">TL-Gate</span>, <span class="unbroken">4–20</span>${noBreakSpace}mA`,
  )
  t.equal(typesetHtml(`a${joiner}, 5`, 'en'), 'a, 5')
  t.equal(typesetHtml('a &lt; b &amp; 5 &gt; 3', 'en'), 'a &lt; b &amp; 5 &gt; 3')
  t.equal(
    typesetHtml('共38个，5～8', 'zh'),
    '共<span class="unbroken">38个</span>，<span class="unbroken">5～8</span>',
  )
  t.equal(typesetHtml('A-B-C-D-E', 'zh').replace(/<[^>]+>/g, ''), 'A-B-C-D-E')
  t.end()
})

t.test('a Chinese heading breaks between words, not within one', (t) => {
  const chinese = '电磁流量计的安装与接地'
  t.equal(words(chinese), '电磁/流量计的/安装/与接地')
  t.equal(words('按流量选口径，不按管径'), '按流量选/口径，不按管径')
  t.equal(headingHtml(chinese, 'en'), chinese)
  t.end()
})

t.test('a title with markup in it stays text', (t) => {
  const html = typographyOf('zh').heading('<img src=x onerror=alert(1)>电磁流量计的"安装" TL-Mag')
  t.match(html, /^&lt;img src=x/)
  t.notMatch(html, /<(?!wbr>|span class="unbroken">|\/span>)/)
  t.equal(shown(typographyOf('en').prose('5 m')), '5_m')
  t.equal(typographyOf('en').heading('Plain'), undefined)
  t.end()
})

/** Straight quotation marks beside typographic ones are paired anew: at most one pair. */
const sample = textOf('0159 .,–…-−+±×/%‰°℃³²"\'\u00a0\u2060～ABDNaghkmstzTL个年水，。“”', 30).filter(
  (text) => text.split('"').length <= 3,
)
for (const locale of ['zh', 'en'] as const)
  property(t, `${locale}: typesetting twice changes nothing, and no character is lost`, sample, (text) => {
    const once = typeset(text, locale)
    return typeset(once, locale) === once && bare(once) === bare(text)
  })

/** Without spaces and joiners, with straight quotes. */
function bare(text: string): string {
  return withoutJoiners(text).replace(/\s/g, '').replace(/[“”]/g, '"').replaceAll('’', "'")
}
