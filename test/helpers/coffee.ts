// The content of a coffee roaster: sections of its own, two of a kind, and no services.
import type { Test } from 'tap'
import { locales } from '../../shared/constants.ts'
import { createFolder } from '../content/world.ts'

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

type Item = { folder: string; id: number; zh: string; en: string; front?: string }

const items: Item[] = [
  {
    folder: 'coffees',
    id: 1,
    zh: '耶加',
    en: 'Yirga',
    front:
      'family: Africa\ntags: [washed]\nfacets: { Roast: [light] }\nspecs: [{ name: Altitude, value: 1900 m }]\nsign: yirga',
  },
  { folder: 'coffees', id: 2, zh: '瑰夏', en: 'Geisha', front: 'facets: { Roast: [medium] }' },
  { folder: 'coffees', id: 3, zh: '礼盒', en: 'Gift box', front: 'parent: 1' },
  { folder: 'news', id: 11, zh: '开业', en: 'Opening', front: 'published_at: 2026-01-02' },
  { folder: 'blog', id: 21, zh: '手冲', en: 'Pour over', front: 'published_at: 2026-01-03' },
  { folder: 'blog', id: 22, zh: '第二篇', en: 'Second post', front: 'published_at: 2026-01-04' },
  { folder: 'careers', id: 31, zh: '烘焙师', en: 'Roaster wanted' },
  { folder: 'careers', id: 32, zh: '咖啡师', en: 'Barista wanted' },
  { folder: 'about', id: 1, zh: '我们', en: 'About us' },
  { folder: 'manual', id: 41, zh: '冲煮手册', en: 'Brewing manual', front: 'products: [1]' },
]

/** Removed with the test. Without `menu.yaml`. */
export function createCoffeeFolder(t: Test, files: Record<string, string> = {}): string {
  const pages = items.flatMap((item) =>
    locales.map((lang) => [`${item.folder}/${item.id}.${lang}.md`, textOf(item, lang)] as const),
  )
  return createFolder(t, { 'site.yaml': siteYaml + sectionsYaml, ...Object.fromEntries(pages), ...files })
}

function textOf({ id, front = '', ...titles }: Item, lang: 'zh' | 'en'): string {
  return `---\nid: ${id}\ntitle: ${titles[lang]}\n${front}\n---\n${titles[lang]} roastwords.\n`
}
