// State of a page while it is rendered, its payload for a navigation in the browser, and the settings in every document.
import type { MenuNode, SiteConfig } from './content/site.ts'
import type { ShownError } from './errors.ts'
import type { FormState } from './form.ts'
import type { OffsetAt } from './format.ts'
import type { Messages, Texts, Translate } from './i18n/translate.ts'
import type { SiteLanguages } from './languages.ts'
import type { Locale } from './locale.ts'
import type { RouteMatch } from './resolve.ts'
import type { Section, SiteSections } from './sections.ts'

export const payloadSuffix = '/_payload.json'

/** The prerendered page: HTML. */
export type PagePayload = {
  build: string
  status: 200
  locale: Locale
  /** The id of the route, as in `RouteMatch`. */
  route: string
  /** Title and metadata: the elements of <head> that differ from page to page. */
  head: string
  /** The content of <main>. */
  main: string
  /** The address of the current section, if it is in the menu. */
  menu?: string
  /** The links of the language switch. */
  language: string
}

/** Loaded for every page; empty if the upstream failed. */
export type Base = { config: SiteConfig | undefined; menu: MenuNode[] }

export type Settings = {
  siteUrl: string
  build: string
  formName: string
  /** The category of downloads that `/download` shows. */
  downloadId: number
  /** Web analytics: the URL of a script, absolute or a path of this site, and the attributes of its element. */
  analytics?: { script: string; attributes: Record<string, string> }
  /** No visitor id. */
  fingerprintOff?: true
  /** Drafts, scheduled and expired items are shown. */
  showDrafts?: true
}

/** The data of the browser's program, in the element `#data` of a document. `sections`: for search results. */
export type PageSettings = Pick<Settings, 'downloadId' | 'analytics' | 'fingerprintOff' | 'showDrafts'> & {
  /** The texts that the program itself shows. */
  texts: Texts
  /** Missing: the default languages. */
  languages?: SiteLanguages
  sections: (Pick<Section, 'slug' | 'kind'> & { title: string })[]
}

/** `retry`: the address of a page whose origin failed. `requestId`: of an error of the server, as the log has it. */
export type FailedPage = ShownError & { search?: FailedSearch; retry?: string; requestId?: string }

/** A search without results because of an error; its form stays. `action`: path of the page that shows them. */
type FailedSearch = { action: string; keywords: string }

/** The texts of one language: translated, and as they are in the table. */
export type Translation = { t: Translate; messages: Messages }

export type DocumentState<Page> = {
  settings: Settings
  base: Base
  shown: { kind: 'page'; match: RouteMatch; page: Page } | ({ kind: 'error'; locale: Locale } & FailedPage)
  translation: Translation
  languages: SiteLanguages
  sections: SiteSections
  /** Offsets of the site's time zone. */
  offsetAt: OffsetAt
  /** Called with the path of each picture that the page shows. */
  onPicture?: ((path: string) => void) | undefined
  /** Names them in keys. */
  revision: string
  form?: FormState
}

/** A part of a page that the shell does not wait for. `settled` is set when `promise` settles; null: it could not be loaded. */
export type Deferred<T> = { promise?: Promise<T | null>; settled?: { value: T | null } }

/** Makes `target` a deferred part. A failure is passed to `onError`. */
export function defer<Target extends object, T>(
  target: Target,
  promise: Promise<T>,
  onError: (error: unknown) => void,
): Target & Deferred<T> {
  const settling = promise.catch((error) => {
    onError(error)
    return null
  })
  const part: Target & Deferred<T> = Object.assign(target, { promise: settling })
  void settling.then((value) => {
    part.settled = { value }
  })
  return part
}

/** JSON for a `<script>` element: without `<` and without U+2028/U+2029, which old parsers read as line ends. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
