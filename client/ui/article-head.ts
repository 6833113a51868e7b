// Head of article pages: title, metadata and breadcrumb.
import type { Article } from '../../shared/content/content.ts'
import type { Crumb, PageHead } from '../../shared/head.ts'
import { articleHref, articlePathById } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { openingOf } from '../../shared/plain-text.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { trailOf } from '../../shared/trail.ts'
import type { FilesInOther } from '../files-in-other.ts'
import type { IslandSlot } from '../island.tsx'
import type { HeadContext } from '../page.ts'

export type ArticleData = {
  article: Article
  parent?: Article
  recommends: IslandSlot<'RecommendedArticles'>
  filesInOther: FilesInOther
  inOther: boolean | null
}

export function articleHead({ data, t, language, match }: HeadContext<ArticleData>): PageHead {
  const { article, parent, inOther } = data
  const { sections } = match
  return {
    inOther,
    title: article.title,
    path: articlePathById(article, sections),
    description: article.summary || openingOf(article.body),
    image: article.cover,
    imageAlt: article.cover_alt,
    type: sections.kindOf(article.category) === 'news' ? 'article' : 'website',
    trail: articleTrail({ article, parent, match }, t, language),
    status: article.status,
    seo: article.seo,
    subject: { kind: 'article', article },
  }
}

type Place = { article: Article; parent: Article | undefined; match: RouteMatch }

export function articleTrail(
  { article, parent, match }: Place,
  t: Translate,
  language: PageLanguage,
): Crumb[] {
  const parents = parent ? [{ title: parent.title, to: articleHref(parent, language) }] : []
  return trailOf(match, t, language, ...parents, { title: article.title })
}
