// Index of the articles of one language: by id, by sign, and as lists.
import { categories } from '../../shared/constants.ts'
import type { Article, ArticleSummary, Category } from '../../shared/content/content.ts'
import type { Entry } from './entry.ts'
import type { ArticleFront } from './front.ts'
import { byPlace } from './list-order.ts'
import type { MediaFacts } from './media-facts.ts'

/** As in a list; without `languages`, which only the calls of one item send. */
export type SentSummary = Omit<ArticleSummary, 'languages'>
/** As in a response: the body becomes SafeHtml only where the response is parsed. */
export type SentArticle = Omit<Article, 'body' | 'items' | 'languages'> & {
  body: string
  items: SentSummary[]
}

export type ArticleEntry = Entry<ArticleFront>
export type ArticleIndex = {
  byId: Map<number, SentArticle>
  bySign: Map<string, SentArticle>
  lists: Map<Category, SentSummary[]>
}

export function createArticleIndex(entries: ArticleEntry[], media: MediaFacts): ArticleIndex {
  const placed = entries.toSorted((a, b) => byPlace(a.front, b.front))
  const listed = Map.groupBy(placed.filter(isListed), categoryOf)
  const lists = new Map([...listed].map(([category, members]) => [category, members.map(summaryOf)]))
  const neighbours = neighboursIn([...lists.values()])
  const visible = placed.filter(({ front }) => front.listed !== false)
  const children = Map.groupBy(visible, ({ front }) => front.parent)
  const articles = placed.map((entry): SentArticle => {
    const { id, parent, order, listed, author, specs, gallery, attachments, ...rest } = entry.front
    return {
      ...summaryOf(entry),
      body: entry.page.html,
      parent_id: parent,
      author,
      items: (children.get(id) ?? []).map(summaryOf),
      specs,
      gallery,
      attachments: attachments.map((file) => ({ ...file, size: media.sizes.get(file.url) })),
      prev: neighbours.get(id)?.prev,
      next: neighbours.get(id)?.next,
      ...rest,
    }
  })
  const signed = articles.flatMap((article) => (article.sign ? [[article.sign, article] as const] : []))
  return { byId: new Map(articles.map((article) => [article.id, article])), bySign: new Map(signed), lists }
}

/** Sub-items and unlisted articles are in no list. */
export function isListed({ front }: ArticleEntry): boolean {
  return front.parent === undefined && front.listed !== false
}

export function categoryOf({ file }: ArticleEntry): Category {
  return categories.find((category) => file.startsWith(`${category}/`))!
}

function summaryOf(entry: ArticleEntry): SentSummary {
  const { id, title, summary, cover, cover_alt, published_at, updated_at, tags, sign } = entry.front
  const category = categoryOf(entry)
  return { id, category, title, summary, cover, cover_alt, published_at, updated_at, tags, sign }
}

type Neighbours = Pick<Article, 'prev' | 'next'>

/** Ids are unique across categories, so that one map is enough. */
function neighboursIn(lists: SentSummary[][]): Map<number, Neighbours> {
  return new Map(
    lists.flatMap((list) =>
      list.map(
        ({ id }, place) => [id, { prev: named(list[place - 1]), next: named(list[place + 1]) }] as const,
      ),
    ),
  )
}

function named(summary: SentSummary | undefined): Article['prev'] {
  return summary && { id: summary.id, title: summary.title }
}
