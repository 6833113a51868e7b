// Source: what reads the items of a content system in bulk, for the store. It knows nothing of the store.
//
// A new system is a folder that exports a SystemDefinition, and a line in systems.ts. Nothing else changes: schedule, removals,
// numbers, links, previews, files, deadline, retries, circuit breakers and metrics are the same for all.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { Addresses } from './addresses.ts'
import type { ApiMap, ItemKind } from './api-map.ts'
import type { Ids } from './ids.ts'
import type { Memos } from './memo.ts'
import type { Noticed, Omission } from './noticed.ts'

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
  /** The language whose site is requested, where each language has its own; default: that of the System. */
  locale?: Locale
  /** Statuses besides 2xx and 404 that the source reads. */
  accept?: number[]
  /** 404 is a failure. */
  mustExist?: boolean
  /** A failure is expected, and not logged. */
  isProbe?: boolean
  /** Without API_TOKEN: the response is what everybody gets. */
  isPublic?: boolean
}

/** The system, for the requests of one step, which share a deadline. They reject with OriginError. */
export type System = {
  locale: Locale
  /** `path` is below the base URL, without query; undefined query values are dropped. */
  get: (path: string, query?: Query, options?: RequestOptions) => Promise<SystemResponse>
  /** For systems that read by POST: it may be sent a second time. */
  post: (path: string, body: object, options?: RequestOptions) => Promise<SystemResponse>
}

/** The address of the page here of what a link leads to; undefined for one that leads to no item and no section. */
export type AddressOf = (url: string, locale: Locale) => string | undefined

/** What is on every page, as the business calls have it; undefined where the system has none. */
export type SiteReads = {
  siteConfig: (system: System) => Promise<unknown>
  menu: (system: System, addressOf: AddressOf) => Promise<unknown>
  labels: (system: System) => Promise<unknown>
  banners: (position: string, system: System) => Promise<unknown>
  /** The form as in form.yaml; only the map has one. */
  form?: () => Promise<unknown>
}

export type SourceContext = {
  map: ApiMap
  ids: Ids
  addresses: Addresses
  /** For what several parts read alike; empty when the types are read again. */
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
  /** The number of the change, where the system notes them. */
  change?: number
}

/**
 * An item in one language, as a content file has it: `front` without its numbers, `body` with the addresses of the system. `entry`: its
 * key in its part. `names`: what links to it lead to, see `Pull.linkOf`.
 */
export type PulledItem = {
  kind: ItemKind
  lang: Locale
  id: number
  parent?: number | undefined
  /** A version beside the public one, if there is any. */
  edition?: 'draft' | undefined
  entry: string
  names: string[]
  front: Record<string, unknown>
  body: string
}

/** `read`: entries of the response; fewer than were asked for at the end. `total`: all that there are. */
export type Slice = { items: PulledItem[]; read: number; total: number; noticed?: Noticed }

/** `shown`: fields of the system by ours. `others`: those that are shown nowhere, in the latest entries, of which there are `of`. */
export type PartFields = { kind: ItemKind; shown: Record<string, string>; others: Omission[]; of: number }

/** `total`: how many entries there are, in all languages. `latest`: when one was changed last, ISO 8601; undefined where it is not known. */
type PartHead = { total: number; latest?: string | undefined }

/** Entries that are read together, such as those of a type. */
export type PulledPart = {
  /**
   * Versions of entries that differ from the public ones. They are read when the types are, for a webhook and for previews, and replace
   * the public ones in previews.
   */
  isDrafts?: true
  /** Undefined where they could not be read. */
  fields?: PartFields | undefined
  /** The name has letters, digits, `_` and `-` only. */
  name: string
  /** The entries in the order of their keys. */
  slice: (system: System, start: number, count: number) => Promise<Slice>
  /** The entries that dates of the system show as changed after `since`, ISO 8601; undefined where it has no such dates. */
  changed: (system: System, since: string, start: number, count: number) => Promise<Slice | undefined>
  head: (system: System) => Promise<PartHead>
  read: (system: System, entries: string[]) => Promise<PulledItem[]>
}

/** What a webhook says: entries of parts, `site` for what is on every page, `all` where it is not known what has changed. */
export type PulledChange = { part: PulledPart; entries: string[] }[] | 'site' | 'all'

/** Where a link leads: to the item with a name, or to an address of this site. */
export type PulledLink = { name: string; locale?: Locale; fragment: string } | { address: string }

export type Pull = {
  site: Partial<SiteReads>
  /** Rejects where the system does not answer to the token, or has withdrawn what it may read. */
  access: (system: System, hasToken: boolean) => Promise<void>
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
  createPull: (context: SourceContext) => Pull
}
