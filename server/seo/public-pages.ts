// Every public page of a language, found by walking the origin's lists.
import type { Api } from '../../shared/api/api.ts'
import { contactSign, defaultDownloadId, firstAboutId, pageSize } from '../../shared/constants.ts'
import { type ArticleSummary, type Category, categories } from '../../shared/content/content.ts'
import { articleHref, href } from '../../shared/href.ts'
import { resolve } from '../../shared/resolve.ts'

/** An unprefixed path, and when its content last changed (ISO 8601). */
export type PublicPage = { path: string; lastModified?: string | undefined }

/** Rejects with ApiError when any list cannot be read: half a list is worse than yesterday's. */
export async function listPublicPages(api: Api): Promise<PublicPage[]> {
  const parts = await Promise.all([
    ...categories.map((category) => listCategory(api, category)),
    listAbouts(api),
    listDownloads(api),
    listMenuPages(api),
  ])
  const fixed = [{ path: '/' }, { path: href('contact', {}, 'zh') }]
  const pages = new Map([...fixed, ...parts.flat()].map((page) => [page.path, page]))
  return [...pages.values()]
}

async function listCategory(api: Api, category: Category): Promise<PublicPage[]> {
  const articles: ArticleSummary[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await api.articleList({ category }, { page, page_size: pageSize.max })
    articles.push(...list)
    if (list.length === 0 || articles.length >= total) break
  }
  const own = articles.map((article) => ({ path: articleHref(article, 'zh'), lastModified: dateOf(article) }))
  const hasSubItems = category === 'news' || category === 'product'
  return [
    { path: href(`${category}-list`, {}, 'zh') },
    ...own,
    ...(hasSubItems ? await listSubItems(api, articles) : []),
  ]
}

/** One at a time: nobody waits for a sitemap, and the origin has visitors to serve. */
async function listSubItems(api: Api, articles: ArticleSummary[]): Promise<PublicPage[]> {
  const pages: PublicPage[] = []
  for (const { id } of articles) {
    const { items } = await api.articleDetail({ id })
    pages.push(...items.map((item) => ({ path: articleHref(item, 'zh', id), lastModified: dateOf(item) })))
  }
  return pages
}

async function listAbouts(api: Api): Promise<PublicPage[]> {
  const { siblings } = await api.about({ id: firstAboutId })
  const others = siblings.filter(({ sign }) => sign !== contactSign)
  return others.map(({ id }) => ({ path: href('about', { id }, 'zh') }))
}

async function listDownloads(api: Api): Promise<PublicPage[]> {
  const { categories: downloads } = await api.download({ id: defaultDownloadId })
  return downloads.map(({ id }) => ({ path: href('download', { id }, 'zh') }))
}

/** Manuals have no list of their own: those in the menu are public. */
async function listMenuPages(api: Api): Promise<PublicPage[]> {
  const menu = await api.menu({})
  const targets = menu.flatMap((node) => [node, ...node.children]).map(({ path }) => resolve(path))
  return targets.flatMap((target) =>
    target.kind === 'page' && target.route === 'manual' ? [{ path: target.path }] : [],
  )
}

function dateOf({ updated_at, published_at }: ArticleSummary): string | undefined {
  return updated_at ?? published_at
}
