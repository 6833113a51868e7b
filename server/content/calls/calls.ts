// Embedded content API: the fourteen calls of the contract.
import type { CallName } from '../../../shared/api/calls.ts'
import { firstByOrder, locales, mostFilters, pageLimit, pageSize } from '../../../shared/constants.ts'
import { say } from '../../../shared/content/problem.ts'
import { choiceOf, facetOf } from '../../../shared/filter.ts'
import { href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { givenSections } from '../../../shared/sections.ts'
import type { ItemKind } from '../../base/content-source.ts'
import type { Choice } from '../store/filters.ts'
import type { TextFormat } from '../store/items.ts'
import type { ContentRepository } from '../store/repository.ts'
import { failure, malformed } from './failure.ts'

export type CallInput = {
  /** The decoded value in the path, or '' for a path without one. */
  param: string
  /** The query of GET, the body of POST: a page gives numbers, a query has texts. */
  payload: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  repository: ContentRepository
  /** Of the texts of items. */
  text: TextFormat
}

/** The `data` of the response, or a promise of it; `undefined` for 404. Throws Failure. */
export type Call = (input: CallInput) => unknown

/** All but `form`, which stores submissions that no other call reads. */
export const calls: Record<Exclude<CallName, 'form'>, Call> = {
  about: (input) => pageOf('about', input),
  aboutInfo: (input) => input.repository.items.find('about', input, input.param),
  articleDetail: (input) => input.repository.items.find('article', input, idFrom(input.param)),
  articleInfo: (input) => input.repository.items.find('article', input, input.param),
  articleList,
  articleRecommends,
  download: (input) => pageOf('download', input),
  manual: (input) => pageOf('manual', input),
  search,
  labels,
  banners,
  siteConfig: ({ repository }) => repository.siteConfig(),
  menu: ({ repository }) => menuOf(repository),
}

/** The page with a number, or the first one of its kind. */
function pageOf(kind: ItemKind, input: CallInput) {
  const id = input.param === String(firstByOrder) ? undefined : idFrom(input.param)
  return input.repository.items.find(kind, input, id)
}

const recommended = { default: 3, most: 12 }

function articleRecommends(input: CallInput) {
  const { payload, lang, repository } = input
  const category = categoryFrom(input)
  const id = wholeNumber(payload['id']) ?? 0
  const count = wholeNumber(payload['limit']) ?? recommended.default
  return repository.items.recommended(lang, category, id, within(count, recommended.most))
}

function search({ payload, lang, repository }: CallInput) {
  const { start, count } = rangeOf(payload['page'], payload['size'])
  const section = repository.siteSettings().sections.searchKinds.find((kind) => kind === payload['kind'])
  const isByDate = payload['sort'] === 'date'
  const perKind = section || isByDate ? undefined : perKindIn(payload)
  const query = textIn(payload['q'])
  return repository.search.site({ query, lang, section, isByDate, perKind, start, count })
}

/** The labels that have a text in this language. */
function labels({ payload: { keys }, lang, repository }: CallInput): Record<string, string> {
  const wanted = Array.isArray(keys) ? new Set<unknown>(keys) : undefined
  const texts = Object.entries(repository.site('labels')).flatMap(([key, { [lang]: text } = {}]) =>
    text === undefined || wanted?.has(key) === false ? [] : [[key, text]],
  )
  return Object.fromEntries(texts)
}

/** A position without banners is an empty list. */
function banners({ payload: { position }, lang, repository }: CallInput) {
  if (typeof position !== 'string') throw malformed('position', say('must be text'))
  const { home = [] } = repository.site('banners')
  const all = position === 'home' ? home : []
  return all.flatMap(({ id, [lang]: text }) => (text ? [{ id, ...text }] : []))
}

const otherPages = [
  { kind: 'download', title: { zh: '下载', en: 'Downloads' } },
  { kind: 'about', title: { zh: '关于', en: 'About' } },
  { kind: 'contact', title: { zh: '联系', en: 'Contact' } },
] as const

/** Without a menu that somebody has written, the sections with content, where the site lists its sections. */
function menuOf({ site, siteSettings, kinds }: ContentRepository) {
  const menu = site('menu')
  const { sections } = siteSettings()
  if (menu.length > 0 || !givenSections(sections)) return menu
  const shown = [...kinds(), 'contact']
  const lists = sections.lists
    .filter(({ slug }) => shown.includes(slug))
    .map(({ slug, title }) => ({ title, path: href('section-list', { section: slug }, 'zh') }))
  const pages = otherPages
    .filter(({ kind }) => shown.includes(kind))
    .map(({ kind, title }) => ({ title, path: href(kind, {}, 'zh') }))
  return [...lists, ...pages].map((place, index) => ({ id: index + 1, ...place, children: [] }))
}

/** A section, or a search in it, with the chosen filters and the counts of all. */
async function articleList(input: CallInput) {
  const { payload, lang, repository } = input
  const { items, filters } = repository
  const category = categoryFrom(input)
  const { page, start, count } = rangeOf(payload['page'], payload['page_size'])
  const choices = choicesIn(payload)
  // The counts are read only where a page shows them: those of many articles cost more than a page of the list.
  const isCounted = textIn(payload['counts']) === '1'
  const paging = { page, page_size: count }
  const query = textIn(payload['keywords'])
  if (!/^[\s\u0000-\u001f]*$/.test(query)) {
    const isByDate = payload['sort'] === 'date'
    const wanted = { query, lang, section: category, choices, isCounted, isByDate, start, count }
    const { files, ...results } = await repository.search.list(wanted)
    return { list: items.ofFiles(files), ...paging, ...results }
  }
  const place = { lang, category }
  const counts = isCounted ? filters.counts(place, { choices }) : {}
  if (choices.length === 0) {
    const list = items.list(lang, category, start, count)
    const languages = locales.filter((locale) => items.total(locale, category) > 0)
    return { list, total: items.total(lang, category), ...paging, languages, ...counts }
  }
  const matching = filters.filesWith(place, { choices })
  const list = items.ofFiles(matching.slice(start, start + count))
  return { list, total: matching.length, ...paging, ...counts }
}

/** The tag, and the values of facets. A filter without a facet has no articles, like an unknown tag. */
function choicesIn(payload: CallInput['payload']): Choice[] {
  const tag = textIn(payload['tag'])
  const filters = [payload['filter'] ?? []].flat().slice(0, mostFilters).map(String)
  return [
    ...(tag ? [{ facet: '', value: tag }] : []),
    ...filters.map((filter) => ({ facet: facetOf(filter) || filter, value: choiceOf(filter) })),
  ]
}

/** A parameter as text, the first of several; '' for a missing one. */
function textIn(value: unknown): string {
  return String([value].flat()[0] ?? '')
}

/** The page of a list. */
function rangeOf(page: unknown, size: unknown) {
  const number = within(wholeNumber(page) ?? 1, pageLimit)
  const count = within(wholeNumber(size) ?? pageSize.default, pageSize.max)
  return { page: number, count, start: (number - 1) * count }
}

/** Search results of each kind instead of a page; undefined for a page. */
function perKindIn({ per_kind }: CallInput['payload']): number | undefined {
  const given = wholeNumber(per_kind)
  return given === undefined ? undefined : within(given, pageSize.default)
}

function categoryFrom({ param, repository }: CallInput): string {
  if (!repository.siteSettings().sections.of(param)) throw failure('missing')
  return param
}

/** An id in a path; 0, which is never an id, for anything but a positive whole number. */
function idFrom(param: string): number {
  return /^[1-9]\d{0,14}$/.test(param) ? Number(param) : 0
}

/** `undefined` for anything but digits with an optional sign. */
function wholeNumber(value: unknown): number | undefined {
  const text = textIn(value)
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The value, or the nearest one from 1 to `most`. */
function within(value: number, most: number): number {
  return Math.min(Math.max(value, 1), most)
}
