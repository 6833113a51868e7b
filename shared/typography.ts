// Typography of texts: spaces and joiners that keep numbers, units and names together, quotation marks, no space before % in Chinese.
// The rules run in readers on the server: pages and payloads carry the result, so that no rule runs in a browser.
import type { SafeHtml, Typography } from './content/reader.ts'
import { escapeHtml } from './escape-html.ts'
import type { Locale } from './locale.ts'
import { joiner, noBreakSpace } from './plain-text.ts'
import { withWordBreaks } from './word-breaks.ts'

const units = [
  '[kMGTmµμn]?(?:m|g|s|A|V|W|Hz|Pa|bar|Wh|Ah|L|l|N|bit|B|F|J|S|T)',
  'dBm?',
  'min',
  'h',
  'd',
  't',
  'K',
  'Nm',
  'mol',
  'VA',
  'ha',
  'cm',
  'hPa',
  'MΩ',
  'kΩ',
  'ppm',
  'ppb',
  'rpm',
  'kgf',
  'cd',
  'lx',
]
/** Text after a number and a space: a unit or a currency, a sign such as % or °C, or a Chinese word. */
const afterNumber = `(?=(?:${units.join('|')}|[A-Z]{3})(?![A-Za-z])|[%‰°℃℉Ω×·]|\\p{Script=Han})`
const beforeNumber = ['DN', 'PN', 'IP', 'NPS', 'ISO', 'IEC', 'EN', 'GB', 'GB/T', 'Pt', 'RS', 'No\\.', 'Nr\\.']
const measureWords = '年月日个台米万亿吨升度秒分时天周次种款项条点位级层倍元千百十家名页章节号根套路'

type Rule = readonly [pattern: RegExp, replacement: string]

const common: readonly Rule[] = [
  // 60 000, +86 574 5550 0136
  [/(\d) (?=\d)/g, `$1${noBreakSpace}`],
  // 0.5 m, 20 °C, 48 小时
  [new RegExp(`(\\d) ${afterNumber}`, 'gu'), `$1${noBreakSpace}`],
  // ± 0.5, ≤ 5, 3 × 4
  [/([±≤≥≈<>×−~∼]) (?=\d)/g, `$1${noBreakSpace}`],
  // DN 50, IP 68
  [new RegExp(`(?<![A-Za-z])(${beforeNumber.join('|')}) (?=\\d)`, 'g'), `$1${noBreakSpace}`],
  // 4–20, DN15–DN1200, −20…+60
  [/(?<=[\dA-Za-z%‰°℃³²])([–…])(?=[+−±-]?[A-Za-z]{0,3}\d)/g, `$1${joiner}`],
  [/(?<=\d)～(?=[+−±-]?\d)/g, `${joiner}～${joiner}`],
  // AB-Gate, NB-IoT
  [/(?<![A-Za-z\d])([A-Z][A-Za-z\d]{0,7})-(?=[A-Z])/g, `$1-${joiner}`],
  // m³/h, mm/s
  [
    /(?<=\d[\u00a0]?[A-Za-zµμ]{1,3}[²³]?)\/(?=(?:s|min|h|d|m|cm|mm|km|L|l|kg|g|K)(?![A-Za-z]))/g,
    `/${joiner}`,
  ],
  // don't
  [/(?<=\p{L})'(?=\p{L})/gu, '’'],
  // customers' meters
  [/(?<=\p{Ll}s)'(?=\s)/gu, '’'],
  // Pairs of quotation marks in one text, and no inches: 4"
  [/(^|[\s([{（「，。；：、！？—\p{Script=Han}])"([^"\n]{1,300})"(?![\dA-Za-z"])/gu, '$1“$2”'],
]

const rules: Record<Locale, readonly Rule[]> = {
  en: common,
  zh: [
    [/(?<=\d)[ \u00a0]{1,4}(?=[%‰])/g, ''],
    ...common,
    [new RegExp(`(\\d)(?=[${measureWords}])`, 'g'), `$1${joiner}`],
  ],
}

/** Linear in the length, and idempotent. Markup and code are not texts. */
export function typeset(text: string, locale: Locale): string {
  if (!/[\d"'-]/.test(text)) return text
  return rules[locale].reduce((set, [pattern, replacement]) => set.replace(pattern, replacement), text)
}

/** Characters around a joiner that are one word with it; bounded, so that the search stays linear and a word fits a phone. */
const joined =
  /[^\s<>&;\p{Script=Han}\u2060\u3000-\u303f\uff00-\uffef]{0,10}(?:\u2060(?:[^\s<>&;,.\p{Script=Han}\u2060\u3000-\u303f]{1,10}|\p{Script=Han}|～)){1,2}/gu

/** `escaped`: HTML without tags. Joiners become elements that do not break, so that copied text has no invisible characters. */
export function typesetHtml(escaped: string, locale: Locale): string {
  return typeset(escaped, locale)
    .replace(joined, (word) => `<span class="unbroken">${word.replaceAll(joiner, '')}</span>`)
    .replaceAll(joiner, '')
}

export function typographyOf(locale: Locale): Typography {
  return {
    prose: (text) => typeset(text, locale),
    heading(title) {
      const escaped = escapeHtml(title)
      const html = headingHtml(escaped, locale)
      // Safe: escaped text, and elements of this file.
      return html === escaped ? undefined : (html as SafeHtml)
    },
  }
}

/** `escaped`: HTML without tags, of a heading. */
export function headingHtml(escaped: string, locale: Locale): string {
  return typesetHtml(locale === 'zh' ? withWordBreaks(escaped) : escaped, locale)
}
