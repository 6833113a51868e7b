// What travels from the server to the browser: the state of a document and the payload of a navigation.
import type { MenuNode, SiteConfig } from './content/content.ts'
import type { ShownError } from './errors.ts'
import type { FormState } from './form.ts'
import type { Messages } from './i18n/translate.ts'
import type { Locale } from './locale.ts'
import type { RouteMatch } from './resolve.ts'

export const payloadSuffix = '/_payload.json'

/** Loaded for every page; empty where the origin failed. */
export type Base = { config: SiteConfig | undefined; menu: MenuNode[] }

export type Settings = {
  siteUrl: string
  build: string
  formName: string
  messageAssets: Record<Locale, string>
}

/** The page a document shows, or the error. */
export type Shown =
  | { kind: 'page'; match: RouteMatch; data: unknown }
  | ({ kind: 'error'; locale: Locale } & ShownError)

export type DocumentState = {
  settings: Settings
  base: Base
  shown: Shown
  messages: Messages
  form?: FormState
}

/**
 * A deferred part of a page. Only `value` is enumerable and survives the way to the browser; null: it could not be loaded.
 * `settled` is there as soon as `promise` has its value.
 */
export type Later<T> = {
  promise?: Promise<T | null>
  settled?: { value: T | null }
  value?: T | null
}

/** A part of a page that may arrive after the shell. A failure is passed to `onError` and reads as null. */
export function later<T>(promise: Promise<T>, onError?: (error: unknown) => void): Later<T> {
  return defer({}, promise, onError)
}

/** Makes `target` a deferred part; not enumerable, so that the state sent to the browser leaves it out. */
export function defer<Target extends object, T>(
  target: Target,
  promise: Promise<T>,
  onError: (error: unknown) => void = () => {},
): Target & Later<T> {
  const settled = promise.catch((error) => {
    onError(error)
    return null
  })
  void settled.then((value) => Object.defineProperty(target, 'settled', { value: { value } }))
  return Object.defineProperty(target, 'promise', { value: settled })
}

/** The deferred parts of a page that have not come yet. */
export function stillLate(shown: Shown): Promise<unknown>[] {
  if (shown.kind === 'error' || !isObject(shown.data)) return []
  return Object.values(shown.data).flatMap((value) =>
    isLater(value) && value.promise && !value.settled ? [value.promise] : [],
  )
}

/** The data that a page has from its beginning, without the deferred parts. */
export function awaitedData({ data }: Extract<Shown, { kind: 'page' }>): Record<string, unknown> {
  return isObject(data) ? Object.fromEntries(Object.entries(data).filter(([, value]) => !isLater(value))) : {}
}

/** The same data with every deferred part in it. */
export async function settle(data: unknown): Promise<unknown> {
  if (!isObject(data)) return data
  const entries = Object.entries(data).map(async ([key, value]) => {
    const promise = isLater(value) ? value.promise : undefined
    return [key, promise ? { value: await promise } : value] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function isLater(value: unknown): value is Later<unknown> {
  return isObject(value) && 'promise' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** JSON that may stand inside a `<script>` element: no `<`, and no line separators that old parsers take for ends. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
