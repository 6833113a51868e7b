// Known sanitiser bypasses (XSS): checked here by elements and attributes, in a browser in test/browser/hostile.test.ts.
import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { createRichText } from '../../server/rich-text/rich-text.ts'
import { bypasses } from '../helpers/bypasses.ts'
import { elementsOf } from '../helpers/elements.ts'
import { property, textOf } from '../helpers/property.ts'

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

const pieces = Object.values(bypasses).flatMap((texts) => texts.flatMap((text) => text.split(/(?=[<>"'=])/)))
property(t, 'combinations leave only allowed elements, also sanitised again', textOf(pieces, 13), (text) => {
  const clean = sanitise(text)
  deepEqual(problemsIn(clean), [])
  // Boxes of tables are added again, and links within links end each other.
  const boxes = /<\/?(?:div|a)\b[^>]*>/g
  return sanitise(clean).replace(boxes, '') === clean.replace(boxes, '')
})
