// Embedded content API: the fourteen calls of the contract.
import type { CallName } from '../../../shared/api/calls.ts'
import type { Banner, Labels } from '../../../shared/content/content.ts'
import type { MenuNode } from '../../../shared/content/site.ts'
import { listOf } from '../../../shared/sections.ts'
import type { ItemKind } from '../../base/content-source.ts'
import { withBrand } from '../markdown/brand.ts'
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
    about: { langIn: 'query', read: pageOfKind('about') },
    aboutInfo: { langIn: 'query', read: bySign('about') },
    articleDetail: {
      langIn: 'query',
      read: ({ param, lang, repository }) => repository.items.find('article', lang, idFrom(param)),
    },
    articleInfo: { langIn: 'query', read: bySign('article') },
    articleList: { langIn: 'query', read: articleList },
    download: { langIn: 'query', read: pageOfKind('download') },
    manual: { langIn: 'query', read: pageOfKind('manual') },
    search: { langIn: 'query', read: search },
    articleRecommends: { langIn: 'body', read: articleRecommends },
    banners: { langIn: 'body', read: blockBanner },
    labels: { langIn: 'body', read: blockLabel },
    siteConfig: { langIn: 'body', read: createConfigBase() },
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
  return repository.search.site({ query: q, lang, section, order, perKind, start, count: size })
}

/** The page with a number, or the first one of its kind. */
const pageOfKind =
  (kind: ItemKind): Call['read'] =>
  ({ param, lang, repository }) =>
    repository.items.find(kind, lang, isFirst(param) ? undefined : idFrom(param))

const bySign =
  (kind: ItemKind): Call['read'] =>
  ({ param, lang, repository }) =>
    repository.items.find(kind, lang, param)

function articleRecommends({ param, body, lang, repository }: CallInput) {
  const category = categoryFrom(param, repository)
  const id = optionalNumber(body.id, 'id') ?? 0
  const limit = within(1, optionalNumber(body.limit, 'limit') ?? recommendLimit.default, recommendLimit.max)
  return repository.items.recommended(lang, category, id, limit)
}

/** Redirects are followed by this server. One object as long as the site is one, so that a page reads it once. */
function createConfigBase(): (input: CallInput) => Record<string, unknown> {
  const configs = new WeakMap<object, Record<string, unknown>>()
  return ({ repository }) => {
    const stored = repository.site('site')
    const { redirects, ...site } = stored
    const config = configs.get(stored) ?? withBrand(site, repository.site('brand'))
    configs.set(stored, config)
    return config
  }
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
