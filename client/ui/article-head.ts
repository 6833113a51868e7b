// What an article says of itself, and where it stands.
import type { Article } from '../../shared/content/content.ts'
import type { Crumb } from '../../shared/crumb.ts'
import type { PageHead } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Island } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import { openingOf } from '../../shared/plain-text.ts'
import type { HeadContext } from '../page.ts'

export type ArticleData = {
  article: Article
  parent?: Article
  recommends: Island<'RecommendedArticles'>
  inOther: boolean
}

export function articleHead({ data, t, locale }: HeadContext<ArticleData>): PageHead {
  const { article, parent, inOther } = data
  return {
    inOther,
    title: article.title,
    description: article.summary || openingOf(article.body),
    image: article.cover,
    imageAlt: article.cover_alt,
    type: article.category === 'news' ? 'article' : 'website',
    trail: articleTrail(article, parent, t, locale),
    subject: { kind: 'article', article },
  }
}

export function articleTrail(
  article: Article,
  parent: Article | undefined,
  t: Translate,
  locale: Locale,
): Crumb[] {
  const { category, title } = article
  const parentCrumb = parent && {
    title: parent.title,
    to: href(`${parent.category}-detail`, { id: parent.id }, locale),
  }
  return [
    { title: t(`category.${category}`), to: href(`${category}-list`, {}, locale) },
    ...(parentCrumb ? [parentCrumb] : []),
    { title },
  ]
}
