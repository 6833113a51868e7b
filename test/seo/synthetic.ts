// Synthetic content API: a given number of articles, generated on read.
import type { Api } from '../../shared/api/api.ts'
import type { Article, Category } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'

type Options = { count: number; locale: Locale; linksManuals?: boolean; dateOf?: (id: number) => string }

/** All of one category; every third article has one language only. */
export function createSyntheticApi({
  count,
  locale,
  linksManuals = false,
  dateOf = () => '2026-03-02T09:30:00+08:00',
}: Options): Api {
  const article = (id: number): Article => ({
    id,
    category: 'news',
    title: `${locale} <${id}> & more`,
    summary: `Summary of ${id}`,
    cover: `/media/images/${id % 7}-1200x675.svg`,
    cover_alt: undefined,
    cover_sizes: undefined,
    published_at: dateOf(id),
    updated_at: undefined,
    tags: [],
    family: undefined,
    sign: undefined,
    languages: undefined,
    status: undefined,
    body: '<p>Text with <a href="/news">a link</a>.</p>' as Article['body'],
    parent_id: undefined,
    seo: undefined,
    author: undefined,
    items: [],
    specs: [],
    highlights: [],
    variants: [],
    references: [],
    gallery: [],
    attachments: [],
    facets: [],
    documents: [],
    manuals: [],
    prev: undefined,
    next: undefined,
  })
  const isHere = (id: number) => id <= count && (locale === 'zh' || id % 3 !== 0)
  const missing = async () => {
    throw apiError('missing', 'not here')
  }
  const known = {
    articleList: async ({ category }: { category: Category }, payload: Record<string, unknown> = {}) => {
      const [page, size] = [Number(payload['page']), Number(payload['page_size'])]
      const first = (page - 1) * size + 1
      const ids = category === 'news' ? Array.from({ length: size }, (_, index) => first + index) : []
      return {
        list: ids.filter(isHere).map(article),
        total: category === 'news' ? count : 0,
        page,
        page_size: size,
      }
    },
    articleDetail: async ({ id }: { id: number }) => (isHere(Number(id)) ? article(Number(id)) : missing()),
    // Each manual links to a new one.
    manual: async ({ id }: { id: number }) => ({
      id,
      title: `Manual ${id}`,
      body: `<a href="/manual/${Number(id) + 1}">more</a>`,
      chapters: [],
      attachments: [],
      siblings: [],
    }),
    menu: async () => (linksManuals ? [{ id: 1, title: {}, path: '/manual/1', children: [] }] : []),
    banners: async () => [],
    siteConfig: async () => ({ zh: { title: '站' }, en: { title: 'Site' }, social: [] }),
  }
  return new Proxy(known, { get: (table, name) => Reflect.get(table, name) ?? missing }) as unknown as Api
}
