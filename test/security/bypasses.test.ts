// Known sanitiser bypasses (XSS): checked here by elements and attributes, in a browser in test/browser/hostile.test.ts.
import t from 'tap'
import { createRichText } from '../../server/rich-text/rich-text.ts'
import { bypasses } from '../helpers/bypasses.ts'
import { elementsOf } from '../helpers/elements.ts'
import { createRandom } from '../helpers/random.ts'

const sanitise = createRichText({ imageHosts: [] })
const attributesAllowed: Record<string, RegExp> = {
  class: /^table-scroll$/,
  tabindex: /^0$/,
  rel: /^noopener noreferrer$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  href: /^(?:https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:))/i,
  src: /^(?![a-z][a-z0-9+.-]*:|[/\\]{2})/i,
  id: /^(?!(?:data|content|main-menu|build-error)$|form-|part-|site-)/,
  width: /^/,
  height: /^/,
  alt: /^/,
  title: /^/,
  lang: /^/,
  dir: /^/,
  hreflang: /^/,
  download: /^/,
  start: /^/,
  reversed: /^/,
  datetime: /^/,
  scope: /^/,
  colspan: /^/,
  rowspan: /^/,
  open: /^/,
}
const elementsAllowed = new RegExp(
  `^(?:h[2-6]|${[
    'p br hr blockquote pre code kbd samp ul ol li dl dt dd a strong b em i u s del ins mark small',
    'sub sup abbr cite q time span div section figure figcaption img details summary',
    'table caption thead tbody tfoot tr th td',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
)

function problemsIn(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) => [
    ...(elementsAllowed.test(name) ? [] : [`<${name}>`]),
    ...Object.entries(attributes).flatMap(([attribute, value]) =>
      attributesAllowed[attribute]?.test(value) ? [] : [`${attribute}="${value}"`],
    ),
  ])
}

for (const [kind, texts] of Object.entries(bypasses)) {
  t.test(`${kind}: only allowed elements and attributes remain`, (t) => {
    for (const text of texts) t.strictSame(problemsIn(sanitise(text)), [], text)
    t.end()
  })
}

t.test('combinations of bypasses and repeated sanitising leave only allowed elements', (t) => {
  const random = createRandom(20_261_121)
  const pieces = Object.values(bypasses)
    .flat()
    .flatMap((text) => text.split(/(?=[<>"'=])/))
  for (let round = 0; round < 1500; round++) {
    const text = Array.from({ length: 2 + random.below(12) }, () => random.pick(pieces)).join('')
    const clean = sanitise(text)
    const problems = problemsIn(clean)
    if (problems.length > 0) t.fail(text, { problems })
    const boxes = /<\/?div[^>]*>/g
    if (sanitise(clean).replace(boxes, '') !== clean.replace(boxes, '')) t.fail(`changes again: ${text}`)
  }
  t.end()
})
