// The interface of an origin: an upstream over HTTP, or the embedded content API.
import type { Readable } from 'node:stream'
import type { CallName } from '../../shared/api/calls.ts'
import type { FormField } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'

/** One request. `path` starts with `/` and has its query; header names are lower case. */
export type OriginRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | Readable
  signal?: AbortSignal
  /** Whether several requests wait for this response. */
  hasWaiters?: () => boolean
  /** A background request: wait for a fresh response instead of accepting a stale one. */
  prefersFresh?: boolean
  /** Milliseconds left for the response, where several requests share one deadline. */
  timeoutMs?: number
}

/** A `Buffer` body is complete; the receiver has to read or destroy a stream. */
export type OriginResponse = {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer | Readable
}

/** Rejects with OriginError (origin-error.ts) when there is no response. */
export type Send = (request: OriginRequest) => Promise<OriginResponse>

/** A business call; `other` is every other path, such as media. */
export type OriginCall = CallName | 'other'
/** Open while no connection to the origin can be opened. */
export type BreakerState = 'closed' | 'open'

export type ItemKind = 'article' | 'about' | 'download' | 'manual'

/**
 * One difference between two versions of the content. `item`: its own response. `summary`: as other responses show it.
 * `existence`: there or not, in any language, or with another sign. `list`: the items of the lists of a category, or their
 * order. `texts`: what a search in them finds. `site`: what is on every page.
 */
export type ContentChange =
  | { kind: 'item' | 'summary'; of: ItemKind; id: number; lang: Locale }
  | { kind: 'existence'; of: ItemKind; id: number; signs: string[] }
  | { kind: 'list' | 'texts'; category: string; lang: Locale }
  | { kind: 'labels' | 'banners' | 'site' }

/** `changes` lead from the version `since` to `version`; `unknown`: anything may have changed. */
export type ContentUpdate = {
  version: string
  since: string | undefined
  changes: ContentChange[] | 'unknown'
}

/** What is wrong with a content file, and what follows: see `server/sources/markdown/problem.ts`. `line` counts from 1; `zh`: the problem in Chinese. */
export type ContentFault = {
  file: string
  line: number
  problem: string
  zh: string
  effect: 'left out' | 'kept' | 'incomplete' | 'ignored' | 'remark'
}

/** A business call with its payload: the query of GET, the body of POST. `locale`: the language of the page. */
export type OwnCall = {
  name: CallName
  params: Record<string, string>
  payload: Record<string, unknown>
  locale: Locale
}
/** The `data` of the call, whose texts are sanitised; undefined where there is none. Rejects with ApiError. */
export type ReadOwn = (call: OwnCall) => Promise<unknown>

export type Origin = {
  send: Send
  /** Content of our own: pages read it without HTTP and without storing responses. */
  read?: ReadOwn
  /** Responds about as fast as the cache does. */
  isLocal?: true
  /** Where an address without a page leads, of content of our own: `path` without query. A path of this site in ASCII. */
  moved?: (path: string) => string | undefined
  /** The fields of the form, of content of our own; undefined: the default form. */
  form?: () => readonly FormField[] | undefined
  close: () => Promise<void>
  breakerState?: () => BreakerState
  /** The latest update of the content, that of the start included, where the origin detects changes. */
  contentUpdate?: () => ContentUpdate
  /** What is wrong with the content files now, where the origin reads files. */
  problems?: () => ContentFault[]
  /** `listener` is called when they are others than before; returns a function that removes it. */
  onProblems?: (listener: (problems: ContentFault[]) => void) => () => void
  /** Subscribes to content changes, where the origin detects them; returns the unsubscribe function. */
  onChange?: (listener: (update: ContentUpdate) => void) => () => void
  /** When the content changes by itself next, in milliseconds since 1970. */
  nextAt?: () => number | undefined
}
