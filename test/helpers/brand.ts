// Another brand than the sample's, over the fixture content.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { createFolder, type Files, writeFiles } from '../content/world.ts'
import { sampleFolder } from './origin.ts'
import { smallFolder } from './small-site.ts'

export const plum = '#7a1f5c'
const drawing = (width: number, height: number, fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${fill}"/></svg>`

export const otherBrand: Files = {
  'site.yaml': 'zh: { description: 我们测量声音。 }\nen: { description: We measure sound. }\n',
  'brand.yaml': `mark: /media/brand/mark.svg
colours:
  brand: '${plum}'
  accent: { light: '#4d3800', dark: '#f2d06b' }
  theme: { light: '#fbf3f8', dark: '#1d0f18' }
founded: '1998'
social:
  - { name: Mastodon, url: 'https://social.example/echo' }
zh:
  name: 回声声学
  short_name: 回声
  company: 回声声学有限公司
  slogan: 听得见的精度
  reply: 我们两天内回复。
  phone: +86 21 0000 0001
  email: hello@echo.example
en:
  name: Echo Acoustics
  short_name: Echo
  company: Echo Acoustics Ltd.
  slogan: Precision you can hear
  reply: We answer within two days.
  phone: +86 21 0000 0001
  email: hello@echo.example
`,
  'media/brand/mark.svg': drawing(32, 32, plum),
  'media/brand/logo-240x48.svg': drawing(240, 48, plum),
  'media/brand/logo-dark-240x48.svg': drawing(240, 48, '#f0a8d6'),
}

/** The fixture content with another brand. */
export function createBrandFolder(t: Test, files: Files = {}): string {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  writeFiles(folder, { ...otherBrand, ...files })
  return folder
}

/** Matches the names and the colours of the sample site. */
export function sampleTraces(): RegExp {
  const brand = readFileSync(join(sampleFolder, 'brand.yaml'), 'utf8')
  const mark = readFileSync(join(sampleFolder, 'media/brand/mark.svg'), 'utf8')
  const neutral = ['#ffffff', '#0c111b']
  const colours = [...`${brand}${mark}#0b4fbf`.matchAll(/#[0-9a-f]{6}\b/g)]
    .map(([colour]) => colour)
    .filter((colour) => !neutral.includes(colour))
  return new RegExp(['汀澜', 'tinglan', '澜溪', 'lanxi', '把水量准', ...new Set(colours)].join('|'), 'i')
}
