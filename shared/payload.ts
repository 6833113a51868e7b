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
  // Not enumerable, so that the state sent to the browser leaves it out.
  return Object.defineProperty({}, 'promise', { value: settled })
}

/** The same data with every later part in it. */
export async function settle(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(async ([key, value]) => {
    const promise =
      value instanceof Object && 'promise' in value ? (value as Later<unknown>).promise : undefined
    return [key, promise ? { value: await promise } : value] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** JSON that may stand inside a `<script>` element: no `<`, and no line separators that old parsers take for ends. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
