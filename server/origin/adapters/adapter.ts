// Adapter: turns the business calls into requests of a content system, and its responses into the contract of shared/api.
//
// A new system is one folder or file that exports a SystemDefinition, and a line in adapters.ts. Nothing else changes:
// envelope, ETag, language, forms, media, deadline, retries, circuit breakers, metrics and cache are the same for all.
import type { Category } from '../../../shared/content/content.ts'
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ContentChange } from '../../base/origin.ts'
import type { Addresses } from './addresses.ts'
import type { ApiMap, ItemKind } from './api-map.ts'
import type { Ids } from './ids.ts'
import type { Memos } from './memo.ts'

/** A response of the system: 2xx, 404, or a status of `accept`. `body` is the parsed JSON. */
export type SystemResponse = {
  status: number
  body: unknown
  /** The value of a header field, by its lower-case name. */
  field: (name: string) => string | undefined
  /** Reports a response that cannot be used; returns the error to throw. `expected`: `expected an entry`. */
  reject: (expected: string) => Error
}

export type RequestOptions = {
  /** The language whose site is requested, where each language has its own; default: that of the call. */
  locale?: Locale
  /** Statuses besides 2xx and 404 that the adapter reads. */
  accept?: number[]
  /** 404 is a failure. */
  mustExist?: boolean
  /** A failure is expected, and not logged. */
  isProbe?: boolean
}

/** The system, for one business call. All requests share the call's deadline. They reject with OriginError. */
export type System = {
  locale: Locale
  /** Drafts are found as well. */
  preview: boolean
  /** `path` is below the base URL, without query; undefined query values are dropped. */
  get: (path: string, query?: Query, options?: RequestOptions) => Promise<SystemResponse>
  /** For systems that read by POST: it may be sent a second time. */
  post: (path: string, body: object, options?: RequestOptions) => Promise<SystemResponse>
}

/** The parameters of each call, read and within their limits. `id`: a positive whole number. */
export type Inputs = {
  /** 0: the first one by the system's order. */
  about: { id: number }
  aboutInfo: { sign: string }
  articleDetail: { id: number }
  articleInfo: { sign: string }
  articleList: { category: Category; page: number; size: number; keywords: string }
  articleRecommends: { category: Category; id: number; limit: number }
  /** 0: the first one by the system's order. */
  download: { id: number }
  /** 0: the first one by the system's order. */
  manual: { id: number }
  siteConfig: Record<never, never>
  menu: Record<never, never>
  labels: Record<never, never>
  banners: { position: string }
}

/**
 * Each function resolves with the `data` of its call, as shared/content/content.ts reads them; undefined is 404. Addresses of
 * the system in them are replaced afterwards; HTML is sanitised where it is read.
 */
export type AdaptedCalls = {
  [Name in keyof Inputs]: (input: Inputs[Name], system: System) => Promise<unknown>
}

/** The calls that every system has to have; the fixed text of api-map.yaml is the default of the others. */
type RequiredCalls = Omit<AdaptedCalls, 'siteConfig' | 'menu' | 'labels' | 'banners'>

export type AdapterContext = {
  map: ApiMap
  ids: Ids
  addresses: Addresses
  /** For what several calls read alike; empty after a purge. */
  memos: Memos
}

/**
 * What a webhook of the system says: one entry that has changed. `key`: the system's own id where it is no number.
 * `isRemoved`: it must not be shown any more.
 */
export type ChangedEntry = {
  type: string
  id?: number
  key?: string
  slug?: string
  isRemoved: boolean
  /** Others have another place as well. */
  isMoved?: boolean
  /** The number of the latest of several changes of it. */
  change?: number
}

export type ReadChanges = (entry: ChangedEntry, system: System) => Promise<ContentChange[] | 'unknown'>

export type CheckAccess = (system: System, hasToken: boolean) => Promise<void>

// Pull: how the items of a system are read in bulk, for the store.

/**
 * An item in one language, as a content file has it: `front` without its numbers, `body` with the addresses of the system. `entry`: its
 * key in its part. `names`: what links to it lead to, see `Pull.linkOf`.
 */
export type PulledItem = {
  kind: ItemKind
  lang: Locale
  id: number
  parent?: number | undefined
  entry: string
  names: string[]
  front: Record<string, unknown>
  body: string
}

/** `read`: entries of the response; fewer than were asked for at the end. `total`: all that there are. */
export type Slice = { items: PulledItem[]; read: number; total: number }

/** Entries that are read together, such as those of a type. */
export type PulledPart = {
  /** Fields of the system by ours, and those of the entries that are shown nowhere. */
  fields: { shown: Record<string, string>; others: string[] }
  /** Of letters, digits, `_` and `-`. */
  name: string
  /** In the order of their keys. */
  slice: (system: System, start: number, count: number) => Promise<Slice>
  /** Those that dates of the system show as changed after `since`, ISO 8601; undefined where it has no such dates. */
  changed: (system: System, since: string, start: number, count: number) => Promise<Slice | undefined>
  /** How many there are, in all languages. */
  total: (system: System) => Promise<number>
  read: (system: System, entries: string[]) => Promise<PulledItem[]>
}

/** What a webhook says: entries of parts, `site` for what is on every page, `all` where it is not known what has changed. */
export type PulledChange = { part: PulledPart; entries: string[] }[] | 'site' | 'all'

/** Where a link leads: to the item with a name, or to an address of this site. */
export type PulledLink = { name: string; locale?: Locale; fragment: string } | { address: string }

export type Pull = {
  /** Entries of one request. */
  count: number
  /** A request with a wrong token gets what is public, so that the token is checked by itself. */
  isOpen?: true
  parts: (system: System) => Promise<PulledPart[]>
  changeOf: (system: System, entry: ChangedEntry) => Promise<PulledChange>
  /** What the system itself has noted as changed after `since`, ISO 8601; undefined where it notes nothing, or not for the token. */
  noted?: ((system: System, since: string) => Promise<ChangedEntry[] | undefined>) | undefined
  /** Undefined for a link that leads to no item. `lang`: of the text. */
  linkOf: (url: string, lang: Locale) => PulledLink | undefined
  /** Texts with `/media/` addresses, their images with the copies that the system makes. */
  sizeImages?: ((system: System, texts: string[]) => Promise<string[]>) | undefined
}

export type SystemDefinition = {
  /** The header fields that carry API_TOKEN. */
  authorize: (token: string) => Record<string, string>
  /** Where `/media/` is in the system, with slashes: `/uploads/`. */
  mediaFolder: string
  /** The entry that the body of a webhook names; `nothing`: none that is public; undefined for a body of another form. */
  readWebhook: (body: Record<string, unknown>) => ChangedEntry | 'nothing' | undefined
  /**
   * `changes`: what changes on this site with an entry, in all languages. `access`: rejects where the system does not answer to the
   * token, or has withdrawn what it may read; without a token where there is none. `pull`: its items in bulk; without it each call is
   * answered from requests of its own.
   */
  createCalls: (
    context: AdapterContext,
  ) => RequiredCalls & Partial<AdaptedCalls> & { changes: ReadChanges; access: CheckAccess; pull?: Pull }
}
