// Adapter: turns the business calls into requests of a content system, and its responses into the contract of shared/api.
//
// A new system is one folder or file that exports a SystemDefinition, and a line in adapters.ts. Nothing else changes:
// envelope, ETag, language, forms, media, deadline, retries, circuit breakers, metrics and cache are the same for all.
import type { Category } from '../../../shared/content/content.ts'
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ContentChange } from '../../base/origin.ts'
import type { Addresses } from './addresses.ts'
import type { ApiMap } from './api-map.ts'
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
export type ChangedEntry = { type: string; id?: number; key?: string; slug?: string; isRemoved: boolean }

export type ReadChanges = (entry: ChangedEntry, system: System) => Promise<ContentChange[] | 'unknown'>

export type CheckAccess = (system: System, hasToken: boolean) => Promise<void>

export type SystemDefinition = {
  /** The header fields that carry API_TOKEN. */
  authorize: (token: string) => Record<string, string>
  /** Where `/media/` is in the system, with slashes: `/uploads/`. */
  mediaFolder: string
  /** The entry that the body of a webhook names; `nothing`: none that is public; undefined for a body of another form. */
  readWebhook: (body: Record<string, unknown>) => ChangedEntry | 'nothing' | undefined
  /**
   * `changes`: what changes on this site with an entry, in all languages. `access`: rejects where the system does not answer to the
   * token, or has withdrawn what it may read; without a token where there is none.
   */
  createCalls: (
    context: AdapterContext,
  ) => RequiredCalls & Partial<AdaptedCalls> & { changes: ReadChanges; access: CheckAccess }
}
