// A page that only links lead to, read as its own page reads it.
import type { Api } from '../../../shared/api/api.ts'
import type { Article } from '../../../shared/content/content.ts'
import { apiError } from '../../../shared/errors.ts'
import { articlePathById, canonicalPathOf } from '../../../shared/href.ts'
import type { RouteMatch } from '../../../shared/resolve.ts'
import { routeOf } from '../../../shared/routes.ts'
import { aboutPage, articlePage, downloadPage, manualPage } from './found-pages.ts'
import type { FoundPage } from './page-index.ts'

export type Linked = { found: FoundPage; body: string }

/** Undefined for what is no item; rejects with ApiError. */
export async function loadLinked(api: Api, { route, params, path }: RouteMatch): Promise<Linked | undefined> {
  const { page, category, defaults } = routeOf(route)
  const { id = '', subId, sign } = { ...defaults, ...params }
  switch (page) {
    case 'manual': {
      const manual = await api.manual({ id })
      return { found: manualPage(manual, path), body: manual.body }
    }
    case 'about': {
      const about = await (/^\d+$/.test(id) ? api.about({ id }) : api.aboutInfo({ sign: id }))
      return { found: aboutPage(about, canonicalPathOf('about', { id: about.id })), body: about.body }
    }
    case 'download':
      return { found: downloadPage(await api.download({ id }), path), body: '' }
    case 'article':
      if (sign) return ofArticle(await api.articleInfo({ sign }), path, () => true)
      return ofArticle(await api.articleDetail({ id: subId ?? id }), path, (article) => {
        const { parent_id = 0 } = article
        return article.category === category && (subId ? String(parent_id) === id : parent_id <= 0)
      })
    case 'home':
    case 'contact':
    case 'list':
      return undefined
    // A page that needs no item is there. Whether an item of another kind exists, only its page can tell.
    default:
      return Object.keys(params).length === 0 ? { found: { path, route, title: '' }, body: '' } : undefined
  }
}

function ofArticle(article: Article, path: string, isHere: (article: Article) => boolean): Linked {
  if (!isHere(article)) throw apiError('missing', `${path}: not here`)
  return { found: articlePage(article, articlePathById(article) ?? path), body: article.body }
}
