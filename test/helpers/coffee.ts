// The content of a coffee roaster: sections of its own, two of a kind, and no services.
import type { Test } from 'tap'
import { createFolder, page } from '../content/world.ts'

export const sectionsYaml = `sections:
  - slug: coffees
    kind: product
    title: { zh: 咖啡, en: Coffees }
    one: { zh: 咖啡, en: coffee }
    intro: { zh: 六款咖啡, en: Six coffees }
  - { slug: news, kind: news, title: { zh: 新闻, en: News } }
  - { slug: blog, kind: news, title: { zh: 博客, en: Blog } }
  - { slug: careers, kind: article, title: { zh: 招聘, en: Careers } }
`
export const siteYaml = 'zh: { title: 烘焙坊 }\nen: { title: Roastery }\n'

type Item = [folder: string, id: number, zh: string, en: string, front?: string]

const yirga = `family: Africa
tags: [washed]
facets: { Roast: [light] }
specs: [{ name: Altitude, value: 1900 m }]
sign: yirga`
const items: Item[] = [
  ['coffees', 1, '耶加', 'Yirga', yirga],
  ['coffees', 2, '瑰夏', 'Geisha', 'facets: { Roast: [medium] }'],
  ['coffees', 3, '礼盒', 'Gift box', 'parent: 1'],
  ['news', 11, '开业', 'Opening', 'published_at: 2026-01-02'],
  ['blog', 21, '手冲', 'Pour over', 'published_at: 2026-01-03'],
  ['blog', 22, '第二篇', 'Second post', 'published_at: 2026-01-04'],
  ['careers', 31, '烘焙师', 'Roaster wanted'],
  ['careers', 32, '咖啡师', 'Barista wanted'],
  ['about', 1, '我们', 'About us'],
  ['manual', 41, '冲煮手册', 'Brewing manual', 'products: [1]'],
]

/** Removed with the test. Without `menu.yaml`. */
export function createCoffeeFolder(t: Test, files: Record<string, string> = {}): string {
  const pages = items.flatMap(([folder, id, zh, en, front = '']) =>
    Object.entries({ zh, en }).map(([lang, title]): [string, string] => [
      `${folder}/${id}.${lang}.md`,
      page(`id: ${id}\ntitle: ${title}\n${front}`, `${title} roastwords.\n`),
    ]),
  )
  return createFolder(t, { 'site.yaml': siteYaml + sectionsYaml, ...Object.fromEntries(pages), ...files })
}
