// Embedded content API: the fourteen calls of the contract.
import type { CallName } from '../../shared/api/calls.ts'
import type { Banner, Labels } from '../../shared/content/content.ts'
import type { MenuNode } from '../../shared/content/site.ts'
import { listOf } from '../../shared/sections.ts'
import { withBrand } from '../sources/markdown/brand.ts'
import type { SentArticle, SentSummary } from '../store/articles.ts'
import type { PageLookups, SentAbout } from '../store/pages.ts'
import { articleList } from './article-list.ts'
import { malformed } from './failure.ts'
import {
  type CallInput,
  categoryFrom,
  idFrom,
  isFirst,
  optionalNumber,
  orderIn,
  pageOf,
  perKindIn,
  recommendLimit,
  textList,
  within,
} from './parameters.ts'
import { sectionMenu } from './section-menu.ts'

export type Call = {
  /** Where the caller names the language; without it, Accept-Language decides. */
  langIn: 'query' | 'body' | 'header'
  /** The `data` of the response, or a promise of it; `undefined` for 404. Throws Failure. */
  read: (input: CallInput) => unknown
}

/** `form` stores submissions, which no other call reads. */
export function createCalls(form: Call['read']): Record<CallName, Call> {
  return {
    about: { langIn: 'query', read: about },
    aboutInfo: { langIn: 'query', read: aboutInfo },
    articleDetail: { langIn: 'query', read: articleDetail },
    articleInfo: { langIn: 'query', read: articleInfo },
    articleList: { langIn: 'query', read: articleList },
    download: { langIn: 'query', read: download },
    manual: { langIn: 'query', read: manual },
    search: { langIn: 'query', read: search },
    articleRecommends: { langIn: 'body', read: articleRecommends },
    banners: { langIn: 'body', read: blockBanner },
    labels: { langIn: 'body', read: blockLabel },
    siteConfig: { langIn: 'body', read: configBase },
    // A form's own fields may include one called lang.
    form: { langIn: 'header', read: form },
    menu: { langIn: 'body', read: routeTree },
  }
}

function search({ query, lang, repository }: CallInput) {
  const { size, start } = pageOf(query, 'size')
  const section = repository.sections.searchKinds.find((kind) => kind === query.get('kind'))
  const order = orderIn(query)
  const perKind = section || order ? undefined : perKindIn(query)
  const q = query.get('q') ?? ''
  return repository.searchSite({ query: q, lang, section, order, perKind, start, count: size })
}

type Languages = ReturnType<CallInput['repository']['languages']>
type InLanguages<T> = T & Languages

function articleDetail({ param, lang, repository }: CallInput): InLanguages<SentArticle> | undefined {
  const id = idFrom(param)
  return withLanguages(repository.articles.byId(lang, id), () => repository.languages('article', id))
}

function articleInfo({ param, lang, repository }: CallInput): InLanguages<SentArticle> | undefined {
  return withLanguages(repository.articles.bySign(lang, param), () => repository.languages('article', param))
}

/** An item with the languages in which the same call finds it. */
function withLanguages<T>(item: T | undefined, languages: () => Languages): InLanguages<T> | undefined {
  return item && { ...item, ...languages() }
}

function articleRecommends({ param, body, lang, repository }: CallInput): SentSummary[] {
  const category = categoryFrom(param, repository)
  const id = optionalNumber(body.id, 'id') ?? 0
  const limit = within(1, optionalNumber(body.limit, 'limit') ?? recommendLimit.default, recommendLimit.max)
  return repository.articles.recommended(lang, category, id, limit)
}

/** The page with a number, or the first one of its kind. */
function pageItem<Page extends { id: number }>(
  { param, lang, repository }: CallInput,
  kind: 'about' | 'download' | 'manual',
  pages: PageLookups<Page>,
): InLanguages<Page> | undefined {
  const page = isFirst(param) ? pages.first(lang) : pages.byId(lang, idFrom(param))
  return page && withLanguages(page, () => repository.languages(kind, page.id))
}

const about = (input: CallInput) => pageItem(input, 'about', input.repository.pages.about)
const download = (input: CallInput) => pageItem(input, 'download', input.repository.pages.download)
const manual = (input: CallInput) => pageItem(input, 'manual', input.repository.pages.manual)

function aboutInfo({ param, lang, repository }: CallInput): InLanguages<SentAbout> | undefined {
  const page = repository.pages.about.bySign(lang, param)
  return withLanguages(page, () => repository.languages('about', param))
}

/** Redirects are followed by this server. */
function configBase({ repository }: CallInput): Record<string, unknown> {
  const { redirects, ...site } = repository.site('site')
  return withBrand(site, repository.site('brand'))
}

/** The menu: without one that somebody has written, the sections with content, where the site lists its sections. */
function routeTree({ repository }: CallInput): MenuNode[] {
  const menu = repository.site('menu')
  return menu.length > 0 || !listOf(repository.sections)
    ? menu
    : sectionMenu(repository.sections, [...repository.kinds(), 'contact'])
}

/** The labels that have a text in this language. */
function blockLabel({ body, lang, repository }: CallInput): Labels {
  const labels = Object.entries(repository.site('labels'))
  const { keys } = body
  const wanted = keys === undefined || keys === null ? undefined : new Set(textList(keys, 'keys'))
  return Object.fromEntries(
    labels.flatMap(([key, texts]) => {
      const text = texts[lang]
      return text === undefined || wanted?.has(key) === false ? [] : [[key, text]]
    }),
  )
}

/** A position without banners is an empty list. */
function blockBanner({ body, lang, repository }: CallInput): Banner[] {
  const positions = repository.site('banners')
  if (typeof body.position !== 'string') throw malformed('position', 'text')
  const banners = Object.hasOwn(positions, body.position) ? positions[body.position]! : []
  return banners.flatMap((banner) => {
    const text = banner[lang]
    return text ? [{ id: banner.id, ...text }] : []
  })
}
