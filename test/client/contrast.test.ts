// Contrast: every text colour on every background, in both themes (WCAG 1.4.6 and 1.4.11).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { brandColours, contrast, palette } from '../../server/content/markdown/brand-colours.ts'
import { tokensOf } from '../../server/render/brand-look.ts'

const css = readFileSync(join(import.meta.dirname, '../../client/styles/tokens.css'), 'utf8')
const themes = ['light', 'dark'] as const
const texts = ['text', 'text-2', 'text-3', 'brand', 'brand-hover', 'accent', 'danger', 'success']
const grounds = ['bg', 'surface', 'sunken'] as const

for (const theme of themes) {
  t.test(`contrast in the ${theme} theme`, async (t) => {
    for (const ground of grounds) {
      for (const text of texts) t.ok(contrastOf(text, ground, theme) >= 7, `${text} on ${ground}`)
      t.ok(contrastOf('control-border', ground, theme) >= 3, `control-border on ${ground}`)
    }
    for (const ground of ['brand', 'brand-hover']) t.ok(contrastOf('on-brand', ground, theme) >= 7, ground)
  })
}

t.test('contrast of dark colours on the background of the footer', async (t) => {
  for (const text of ['text', 'text-2', 'text-3', 'brand'])
    t.ok(contrast(colour(text, 'dark'), colour('ink', 'dark')) >= 7, text)
})

t.test('the server checks brands against the colours of tokens.css', async (t) => {
  for (const [name, { light, dark }] of Object.entries(palette))
    t.strictSame([colour(name, 'light'), colour(name, 'dark')], [light, dark], name)
  for (const [name, value] of Object.entries(tokensOf(brandColours({}).colours))) {
    const { light, dark } = typeof value === 'string' ? { light: value, dark: value } : value
    t.strictSame([colour(name, 'light'), colour(name, 'dark')], [light, dark], name)
  }
})

t.test('every brand has enough contrast, whatever colours it names', async (t) => {
  const some = ['#000000', '#ffffff', '#ff0000', '#0000ff', '#55657d', '#8a97ab']
  for (const light of some)
    for (const dark of ['', ...some]) {
      const colour = { light, dark }
      const { colours } = brandColours({
        brand: colour,
        on_brand: colour,
        accent: colour,
        control: colour,
        ink: light,
      })
      for (const theme of themes) {
        const { brand, on_brand, accent, control } = colours
        const hover = hoverOf(brand[theme], theme)
        for (const ground of grounds.map((name) => palette[name][theme])) {
          for (const text of [brand[theme], hover, accent[theme]]) t.ok(contrast(text, ground) >= 7)
          t.ok(contrast(control[theme], ground) >= 3)
        }
        for (const button of [brand[theme], hover]) t.ok(contrast(on_brand[theme], button) >= 7)
      }
      for (const text of [palette['text-3'].dark, colours.brand.dark]) t.ok(contrast(text, colours.ink) >= 7)
    }
})

t.test('contrast is that of WCAG', async (t) => {
  t.equal(contrast('#000000', '#ffffff'), 21)
  t.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  t.equal(contrast('#0a0a0a', '#000000').toFixed(3), (1 + 10 / 255 / 12.92 / 0.05).toFixed(3))
})

function contrastOf(text: string, ground: string, theme: (typeof themes)[number]): number {
  return contrast(colour(text, theme), colour(ground, theme))
}

/** As tokens.css mixes it. */
function hoverOf(brand: string, theme: (typeof themes)[number]): string {
  const mixes = [...css.matchAll(/color-mix\(in srgb, var\(--brand\) (\d+)%, (#000|#fff)\)/g)]
  const [, percent, end = ''] = mixes[themes.indexOf(theme)] ?? []
  const [from, to] = [brand, end.replace(/\w/g, '$&$&')].map((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  )
  const share = 1 - Number(percent) / 100
  const mixed = from!.map((value, index) => Math.round(value + (to![index]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function colour(name: string, theme: (typeof themes)[number]): string {
  if (name === 'brand-hover') return hoverOf(colour('brand', theme), theme)
  const [, light, dark] =
    new RegExp(`--${name}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6})\\))?;`).exec(css) ?? []
  if (!light) throw new Error(`no colour ${name}`)
  return theme === 'dark' ? (dark ?? light) : light
}
