// What travels from the server to the browser: the state of a document and the payload of a navigation.
import type { MenuNode, SiteConfig } from './content/content.ts'
import type { ShownError } from './errors.ts'
import type { FormState } from './form.ts'
import type { Messages } from './i18n/messages.ts'
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

/** Only `value` survives the way to the browser; `null` says that this part could not be loaded. */
export type Later<T> = { promise?: Promise<T | null>; value?: T | null }

/** A part of a page that may arrive after the shell. A failure is told to `onError` and reads as null. */
export function later<T>(promise: Promise<T>, onError: (error: unknown) => void = () => {}): Later<T> {
  const settled = promise.catch((error) => {
    onError(error)
    return null
  })
  // As React marks what it has seen settle, so that it does not wait for it.
  settled.then((value) => Object.assign(settled, { status: 'fulfilled', value }))
  // Not enumerable, so that the state sent to the browser leaves it out.
  return Object.defineProperty({}, 'promise', { value: settled })
}

/** The later parts of a page that have not come yet. */
export function stillLate(shown: Shown): Promise<unknown>[] {
  if (shown.kind === 'error' || !isObject(shown.data)) return []
  return Object.values(shown.data).flatMap((value) => {
    const promise = promiseOf(value)
    return promise && promise.status !== 'fulfilled' ? [promise] : []
  })
}

/** The same data with every later part in it. */
export async function settle(data: unknown): Promise<unknown> {
  if (!isObject(data)) return data
  const entries = Object.entries(data).map(async ([key, value]) => {
    const promise = promiseOf(value)
    return [key, promise ? { value: await promise } : value] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function promiseOf(value: unknown): (Promise<unknown> & { status?: string }) | undefined {
  return isObject(value) && 'promise' in value ? (value as Later<unknown>).promise : undefined
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

/** Makes something of content, which does not change once it was read: of an object on many pages it is made once. */
export function oncePerObject<Content, T>(make: (content: Content) => T): (content: Content) => T {
  const known = new WeakMap<object, T>()
  return (content) => {
    if (!isObject(content)) return make(content)
    const kept = known.get(content)
    if (kept !== undefined) return kept
    const made = make(content)
    known.set(content, made)
    return made
  }
}

export const keptScriptJson = oncePerObject(scriptJson)
