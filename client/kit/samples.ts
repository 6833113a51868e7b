// Sample data of the component kit.
import type { ArticleSummary } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'

export const texts = {
  zh: {
    title: 'TL-Mag 电磁流量计',
    text: '导电液体，满管，DN15 至 DN1200，示值误差 ±0.3 %。',
    tags: ['流量', '饮用水'],
    file: '数据单（英文）',
  },
  en: {
    title: 'TL-Mag electromagnetic flowmeter',
    text: 'Conductive liquids in full pipes, DN15 to DN1200, ±0.3 % of reading.',
    tags: ['Flow', 'Drinking water'],
    file: 'Data sheet',
  },
} as const

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const covers = ['/media/images/product-tl-mag-1200x900.svg', '/media/missing-1200x900.svg', undefined]

/** With a picture, with a picture that is missing (404), and without a picture but with a very long word. */
export function articlesIn(locale: Locale): ArticleSummary[] {
  const { title, text, tags } = texts[locale]
  return covers.map((cover, index) => ({
    id: index + 1,
    category: 'product',
    title: index === 2 ? longWord : title,
    summary: text,
    cover,
    cover_alt: title,
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
