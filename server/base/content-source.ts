// The content source: an upstream over HTTP, or the embedded content API.
import type { Readable } from 'node:stream'
import type { CallName } from '../../shared/api/calls.ts'
import type { Article, Download } from '../../shared/content/content.ts'
import type { Problem } from '../../shared/content/problem.ts'
import type { FormField } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'

/** One request. `path` starts with `/` and has its query; header names are lower case. */
export type ContentRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | Readable
  signal?: AbortSignal
  /** Header fields of a visitor's request: its trace context and Via. A shared response does not depend on them. */
  passedOn?: Record<string, string> | undefined
  /** The network of the visitor, which has a share of the requests for media alone. */
  client?: string | undefined
  /** A background request: wait for a fresh response instead of accepting a stale one. */
  prefersFresh?: boolean
}

/** A `Buffer` body is complete; the receiver has to read or destroy a stream. */
export type ContentResponse = {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer | Readable
}

/** Rejects with ApiError when there is no response. */
export type Send = (request: ContentRequest) => Promise<ContentResponse>

/** A business call; `other` is every other path, such as media. */
export type UpstreamCall = CallName | 'other'

export type ItemKind = 'article' | 'about' | 'download' | 'manual'

/**
 * One difference between two versions of the content. `item`: its own response. `summary`: as other responses show it.
 * `existence`: there or not, in any language, or with another sign. `list`: the items of the lists of a category, or their
 * order. `texts`: what a search in them finds. `media`: the file of an address. `site`: what is on every page.
 */
export type ContentChange =
  | { kind: 'item' | 'summary'; of: ItemKind; id: number; lang: Locale }
  | { kind: 'existence'; of: ItemKind; id: number; signs: string[] }
  | { kind: 'list' | 'texts'; category: string; lang: Locale }
  | { kind: 'media'; url: string }
  | { kind: 'labels' | 'banners' | 'site' }

/** `changes` lead from the version `since` to `version`; `unknown`: anything may have changed. */
export type ContentUpdate = {
  version: string
  since: string | undefined
  changes: ContentChange[] | 'unknown'
}

/**
 * What is wrong with a content file. `file` is relative to the content folder; the name of a folder ends with a slash. `line` counts from
 * 1. `left out`: the file is not served; `kept`: it cannot be served as it is now, and its last valid text is;
 * `incomplete`: it is served without an entry of a list, a key or a media file; `ignored`: a key, file or folder that the site does not know;
 * `remark`: it is served, and probably not as its author wanted.
 */
export type ContentFault = Problem & {
  file: string
  line: number
  effect: 'left out' | 'kept' | 'incomplete' | 'ignored' | 'remark'
}

/**
 * A public item, in one language. `row`: the items after it come with the next call. `position`: among those of its kind.
 * `isListed`: in the list of the section `category`, which is '' for pages. `item`: what its file says.
 */
export type PublicItem = {
  row: number
  kind: ItemKind
  lang: Locale
  position: number
  category: string
  isListed: boolean
  item: Pick<Article, 'id' | 'title' | 'sign' | 'published_at' | 'updated_at' | 'cover' | 'gallery' | 'seo'> &
    Pick<Download, 'items'> & { parent?: number }
}

/** A business call with its payload: the query of GET, the body of POST. `locale`: the language of the page. */
export type LocalCall = {
  name: CallName
  params: Record<string, string>
  payload: Record<string, unknown>
  locale: Locale
}

/** Where the content comes from. Those members that only content of our own can have are constants of an upstream. */
type Source = {
  send: Send
  /** Where an address without a page leads: a path of this site in ASCII. */
  moved: (address: string) => string | undefined
  /** The digest of the file of an address below /media/. */
  mediaDigest: (url: string) => string | undefined
  /** The fields of the form; undefined: the default form. */
  form: () => readonly FormField[] | undefined
  /** What is wrong with the content files now. */
  problems: () => ContentFault[]
  /** `listener` is called after each change of what is served, or of its problems; returns a function that removes it. */
  onChange: (listener: (update: ContentUpdate) => void) => () => void
  /** The latest update of the content, that of the start included. */
  contentUpdate: () => ContentUpdate | undefined
  close: () => Promise<void>
}

/** A content API over HTTP. */
export type UpstreamSource = Source & { kind: 'upstream' }
/** Content of our own, in this process. */
export type LocalSource = Source & {
  kind: 'local'
  /**
   * The `data` of the call, whose texts are sanitised, without HTTP and without storing responses; undefined where there is none.
   * Rejects with ApiError.
   */
  read: (call: LocalCall) => Promise<unknown>
  /** Some of the public items, after a row; 0 for the first ones, an empty list at the end. */
  publicItems: (after: number) => PublicItem[]
  /** When the content changes by itself next, in milliseconds since 1970. */
  nextAt: () => number | undefined
}
export type ContentSource = UpstreamSource | LocalSource
