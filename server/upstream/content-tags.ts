// Content tags: which items a stored response used, and what to purge when content changes. The same for every content API that
// names its changes. Pages have the tags of all responses that they used.
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { jsonIn } from '../../shared/api/error-message.ts'
import { locales, pageKinds } from '../../shared/constants.ts'
import { isObject } from '../../shared/is-record.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { fillPattern } from '../../shared/path-pattern.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { ContentChange, ContentRequest, ItemKind, LocalCall } from '../base/content-source.ts'
import type { ChangedItem, PurgeTarget } from '../ops/purge.ts'
import { type KnownCall, tagsOf } from './call-policy.ts'

/** The calls that find one item: its response has all of it. */
const itemCalls = {
  article: ['articleDetail', 'articleInfo'],
  about: ['about', 'aboutInfo'],
  download: ['download'],
  manual: ['manual'],
} as const satisfies Record<ItemKind, CallName[]>

/** Above this number a purge of each costs more than to make everything again. */
const mostChanges = 300

/** With that of a page, so that a purge names either. */
const contentTag = {
  item: (of: ItemKind, id: unknown, lang: Locale) => `use:${of}:${id}:${lang}`,
  summary: (id: unknown, lang: Locale) => `use:summary:${id}:${lang}`,
  list: (category: string, lang: Locale) => `use:list:${category}:${lang}`,
  texts: (category: string, lang: Locale) => `use:texts:${category}:${lang}`,
}

/** Of a page that names the file by its digest; `url` as the content has it. */
export function mediaTag(url: string): string {
  return `path:${url}`
}

/** The tags of a response with this `data`; `locale` is that of Accept-Language. */
export function contentTags(
  call: KnownCall,
  request: ContentRequest,
  locale: Locale,
  data: unknown,
): string[] {
  return tagsOfData(call, choiceOf(request, locale), data)
}

/** All tags of a call of our own content: those of the request, and those of its data. */
export function localTags({ name, params, payload, locale }: LocalCall, data: unknown): string[] {
  const call = { name, params }
  const { lang, keywords } = payload
  const choice = {
    lang: isLocale(lang) ? lang : locale,
    keywords: typeof keywords === 'string' ? keywords.trim() : '',
  }
  const path = `path:${fillPattern(callOf(name).path, (param) => params[param] ?? '')}`
  return [path, ...tagsOf(call), ...(data === undefined ? [] : tagsOfData(call, choice, data))]
}

type Choice = { lang: Locale; keywords: string }

function tagsOfData({ name, params }: KnownCall, { lang, keywords }: Choice, data: unknown): string[] {
  const of = itemKindOf(name)
  const { model, category = model } = params
  const listTag = keywords === '' ? contentTag.list : contentTag.texts
  return [
    ...(of ? [contentTag.item(of, member(data, 'id'), lang)] : []),
    ...(category === undefined ? [] : [listTag(category, lang)]),
    ...summariesIn(name, data).map((item) => contentTag.summary(member(item, 'id'), lang)),
  ]
}

/** Whether responses get this tag from their data: a request in flight does not have it yet. */
export function isContentTag(tag: string): boolean {
  return /^use:\w+:/.test(tag)
}

/** Purges of all that shows the changes. */
export function purgeTargets(changes: ContentChange[] | 'unknown'): PurgeTarget[] {
  const isAll = changes === 'unknown' || changes.length > mostChanges
  if (isAll || changes.some(({ kind }) => kind === 'site')) return [{ kind: 'all' }]
  const tags = new Set(changes.flatMap(changedTags))
  return [...tags].map((tag) => ({ kind: 'tag', tag }))
}

const parts = ['labels', 'banners', 'site'] as const

/** What shows an item; undefined for a type that the site does not have. */
export function targetsOfItem(item: ChangedItem, sections: SiteSections): PurgeTarget[] | undefined {
  const { type, id, sign } = item
  const part = parts.find((one) => one === type)
  if (part) return purgeTargets([{ kind: part }])
  const kind = [...sections.slugs, ...pageKinds].find((one) => one === type)
  return kind && id !== undefined ? purgeTargets(changesOfItem(kind, id, sign ? [sign] : [])) : undefined
}

/** Everything that shows an item, in both languages: itself, lists, searches, what names it, and "not found". */
function changesOfItem(kind: string, id: number, signs: string[]): ContentChange[] {
  const of: ItemKind = pageKinds.find((one) => one === kind) ?? 'article'
  const category = of === 'article' ? kind : undefined
  return [
    { kind: 'existence', of, id, signs },
    ...locales.flatMap((lang): ContentChange[] => [
      { kind: 'item', of, id, lang },
      { kind: 'summary', of, id, lang },
      ...(category
        ? ([
            { kind: 'list', category, lang },
            { kind: 'texts', category, lang },
          ] as const)
        : []),
    ]),
  ]
}

function changedTags(change: ContentChange): string[] {
  switch (change.kind) {
    case 'item':
      // A search finds every text.
      return [contentTag.item(change.of, change.id, change.lang), 'search' satisfies CallName]
    case 'summary':
      // About pages and download categories name each other.
      return change.of === 'article'
        ? [contentTag.summary(change.id, change.lang)]
        : [...itemCalls[change.of]]
    case 'existence':
      return existenceTags(change)
    case 'list':
      return [contentTag.list(change.category, change.lang)]
    case 'texts':
      return [contentTag.texts(change.category, change.lang)]
    case 'media':
      return [mediaTag(change.url)]
    case 'labels':
    case 'banners':
    case 'site':
      return [change.kind]
    default:
      return change satisfies never
  }
}

/** A "not found" has no item: it is found by its path. */
function existenceTags({ of, id, signs }: ContentChange & { kind: 'existence' }): string[] {
  if (of !== 'article') return [...itemCalls[of], 'search' satisfies CallName]
  const pathTag = (name: CallName, value: string) => `path:${fillPattern(callOf(name).path, () => value)}`
  return [
    'search' satisfies CallName,
    pathTag('articleDetail', String(id)),
    ...signs.map((sign) => pathTag('articleInfo', sign)),
  ]
}

function itemKindOf(name: CallName): ItemKind | undefined {
  const row = Object.entries(itemCalls).find(([, names]) => (names as CallName[]).includes(name))
  // The keys of the table.
  return row?.[0] as ItemKind | undefined
}

/** The items of which a response shows the summary. */
function summariesIn(name: CallName, data: unknown): unknown[] {
  switch (name) {
    case 'articleList':
      return listOf(member(data, 'list') ?? member(data, 'rows'))
    case 'articleRecommends':
      return listOf(data)
    case 'articleDetail':
    case 'articleInfo':
      return [
        ...listOf(member(data, 'items')),
        ...[member(data, 'prev'), member(data, 'next')].filter((item) => item !== undefined && item !== null),
      ]
    default:
      return []
  }
}

/** The language that the request names in its query or body, else that of Accept-Language. */
function choiceOf({ path, body }: ContentRequest, locale: Locale): Choice {
  const query = new URLSearchParams(splitUrl(path).search)
  const named = query.get('lang') ?? member(jsonOf(body), 'lang')
  return { lang: isLocale(named) ? named : locale, keywords: query.get('keywords')?.trim() ?? '' }
}

function jsonOf(body: ContentRequest['body']): unknown {
  return Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[name] : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
