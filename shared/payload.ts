// Document state and navigation payload: the data that the server sends to the browser.
import type { Analytics } from './analytics.ts'
import type { MenuNode, SiteConfig } from './content/site.ts'
import type { ShownError } from './errors.ts'
import type { FormState } from './form.ts'
import type { Messages } from './i18n/translate.ts'
import type { Locale } from './locale.ts'
import type { Preview } from './preview.ts'
import type { RouteMatch } from './resolve.ts'

export const payloadSuffix = '/_payload.json'

/** Loaded for every page; empty if the origin failed. */
export type Base = { config: SiteConfig | undefined; menu: MenuNode[] }

export type Settings = {
  siteUrl: string
  build: string
  formName: string
  /** The category of downloads that `/download` shows. */
  downloadId: number
  messageAssets: Record<Locale, string>
  /** Missing: no analytics. */
  analytics?: Analytics
  /** This server makes smaller copies of images below /media/. */
  resizesMedia?: true
  /** No visitor id. */
  fingerprintOff?: true
}

/** The page of a document, or its error. */
export type Shown =
  | { kind: 'page'; match: RouteMatch; data: unknown }
  | ({ kind: 'error'; locale: Locale; search?: FailedSearch } & ShownError)

/** A search without results because of an error; its form stays. `action`: path of the page that shows them. */
export type FailedSearch = { action: string; keywords: string }

export type DocumentState = {
  settings: Settings
  base: Base
  shown: Shown
  messages: Messages
  form?: FormState
  /** Missing on public pages. */
  preview?: Preview
}

/**
 * A deferred part of a page. Only `value` is enumerable and serialized for the browser; null: it could not be loaded.
 * `settled` is set when `promise` settles.
 */
export type Deferred<T> = {
  promise?: Promise<T | null>
  settled?: { value: T | null }
  value?: T | null
}

/** A part of a page that may be streamed after the shell. A failure is passed to `onError`; its value is null. */
export function deferred<T>(promise: Promise<T>, onError?: (error: unknown) => void): Deferred<T> {
  return defer({}, promise, onError)
}

/** Makes `target` a deferred part; not enumerable, so that it is not serialized into the state. */
export function defer<Target extends object, T>(
  target: Target,
  promise: Promise<T>,
  onError: (error: unknown) => void = () => {},
): Target & Deferred<T> {
  const settled = promise.catch((error) => {
    onError(error)
    return null
  })
  void settled.then((value) => Object.defineProperty(target, 'settled', { value: { value } }))
  return Object.defineProperty(target, 'promise', { value: settled })
}

/** The deferred parts of a page that are still pending. */
export function pendingDeferred(shown: Shown): Promise<unknown>[] {
  if (shown.kind === 'error' || !isObject(shown.data)) return []
  return Object.values(shown.data).flatMap((value) =>
    isDeferred(value) && value.promise && !value.settled ? [value.promise] : [],
  )
}

/** The data of a page without its deferred parts. */
export function awaitedData({ data }: Extract<Shown, { kind: 'page' }>): Record<string, unknown> {
  return isObject(data)
    ? Object.fromEntries(Object.entries(data).filter(([, value]) => !isDeferred(value)))
    : {}
}

/** The same data with the values of all deferred parts. */
export async function settle(data: unknown): Promise<unknown> {
  if (!isObject(data)) return data
  const entries = Object.entries(data).map(async ([key, value]) => {
    const promise = isDeferred(value) ? value.promise : undefined
    return [key, promise ? { value: await promise } : value] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function isDeferred(value: unknown): value is Deferred<unknown> {
  return isObject(value) && 'promise' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** JSON for a `<script>` element: without `<` and without U+2028/U+2029, which old parsers read as line ends. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
