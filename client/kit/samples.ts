// Sample data of the component kit.
import { markPath } from '../../shared/brand.ts'
import type { ArticleSummary } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'

export const texts = {
  zh: {
    title: '示例产品 A-100',
    text: '一段说明文字，有数字和单位：DN15 至 DN1200，误差 ±0.3 %。',
    tags: ['标签一', '标签二'],
    file: '数据单（英文）',
  },
  en: {
    title: 'Sample product A-100',
    text: 'A text with figures and units: DN15 to DN1200, an error of ±0.3 %.',
    tags: ['First tag', 'Second tag'],
    file: 'Data sheet',
  },
} as const

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const covers = [markPath, '/media/missing-1200x900.svg', undefined]

/** Articles with a picture, with a picture that is missing (404), and without a picture but with a very long word. */
export function articlesIn(locale: Locale): ArticleSummary[] {
  const { title, text, tags } = texts[locale]
  return covers.map((cover, index) => ({
    id: index + 1,
    category: 'product',
    title: index === 2 ? longWord : title,
    summary: text,
    cover,
    cover_alt: title,
    cover_focus: undefined,
    cover_sizes: undefined,
    published_at: '2026-03-02T09:30:00+08:00',
    updated_at: undefined,
    tags: [...tags],
    family: undefined,
    sign: undefined,
    languages: undefined,
    status: undefined,
  }))
}
