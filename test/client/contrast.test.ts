// Contrast: every text colour on every background, in both themes (WCAG 1.4.6 and 1.4.11).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const css = readFileSync(join(import.meta.dirname, '../../client/styles/tokens.css'), 'utf8')
const themes = ['light', 'dark'] as const
const texts = ['text', 'text-2', 'text-3', 'brand', 'brand-hover', 'accent', 'danger', 'success']
const grounds = ['bg', 'surface', 'sunken']

for (const theme of themes) {
  t.test(`contrast in the ${theme} theme`, async (t) => {
    for (const ground of grounds) {
      for (const text of texts) t.ok(contrast(text, ground, theme) >= 7, `${text} on ${ground}`)
      t.ok(contrast('control-border', ground, theme) >= 3, `control-border on ${ground}`)
    }
    for (const ground of ['brand', 'brand-hover']) t.ok(contrast('on-brand', ground, theme) >= 7, ground)
  })
}

t.test('contrast of dark colours on the background of the footer', async (t) => {
  for (const text of ['text', 'text-2', 'text-3', 'brand'])
    t.ok(ratio(colour(text, 'dark'), colour('ink', 'dark')) >= 7, text)
})

function contrast(text: string, ground: string, theme: (typeof themes)[number]): number {
  return ratio(colour(text, theme), colour(ground, theme))
}

function colour(name: string, theme: (typeof themes)[number]): string {
  const [, light, dark] =
    new RegExp(`--${name}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6})\\))?;`).exec(css) ?? []
  if (!light) throw new Error(`no colour ${name}`)
  return theme === 'dark' ? (dark ?? light) : light
}

function ratio(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
