// The calls about articles.
import { categories, pageLimit, pageSize } from '../../shared/constants.ts'
import type { ArticleList, ArticleSummary, Category } from '../../shared/content/content.ts'
import type { SentArticle } from './article-shelf.ts'
import { idFrom, wholeNumber, within } from './ask.ts'
import type { Asked } from './call.ts'
import { failure } from './failure.ts'
import { byRecency } from './list-order.ts'

const recommendLimit = { default: 3, max: 12 }

export function articleList({ param, query, lang, library }: Asked): ArticleList {
  const category = categoryFrom(param)
  const all = library[lang].articles.lists.get(category) ?? []
  const found = library.search.find(query.get('keywords') ?? '', lang, category)
  const matching = found ? all.filter(({ id }) => found.has(id)) : all
  const page = within(1, wholeNumber(query.get('page')) ?? 1, pageLimit)
  const size = within(1, wholeNumber(query.get('page_size')) ?? pageSize.default, pageSize.max)
  return {
    list: matching.slice((page - 1) * size, page * size),
    total: matching.length,
    page,
    page_size: size,
  }
}

export function articleDetail({ param, lang, library }: Asked): SentArticle | undefined {
  return library[lang].articles.byId.get(idFrom(param))
}

export function articleInfo({ param, lang, library }: Asked): SentArticle | undefined {
  return library[lang].articles.bySign.get(param)
}

export function articleRecommends({ param, body, lang, library }: Asked): ArticleSummary[] {
  const category = categoryFrom(param)
  const id = optionalNumber(body.id)
  const limit = within(1, optionalNumber(body.limit) ?? recommendLimit.default, recommendLimit.max)
  const tags = new Set(id === undefined ? [] : library[lang].articles.byId.get(id)?.tags)
  const shared = (other: ArticleSummary) => other.tags.filter((tag) => tags.has(tag)).length
  const others = (library[lang].articles.lists.get(category) ?? []).filter((other) => other.id !== id)
  return others.sort((a, b) => shared(b) - shared(a) || byRecency(a, b)).slice(0, limit)
}

function categoryFrom(param: string): Category {
  const category = categories.find((known) => known === param)
  if (!category) throw failure('missing')
  return category
}

/** The seed sends a whole query as body, so that numbers may come as text. */
function optionalNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = wholeNumber(String(value))
  if (number === undefined) throw failure('malformed')
  return number
}
