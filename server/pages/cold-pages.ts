// Pages that are not in the cache: which form of a page a waiting visitor gets.
//
//   waiting --- the cache fill offers the loaded state ---> loaded --- deferred parts are still pending after the
//      |                                                  |        grace period ---> stream, shared by all visitors
//      |                                                  '--- nothing is pending ---> whole page, when rendered
//      '--- nothing offered for 1 s: another server renders the page ---> a page for this visitor alone
//
// In every state the whole page is sent if it is ready first. `end` is the last step of the fill: the page is stored, or
// failed. React renders a stream once for all visitors; the fill renders the whole page.
import type { Readable } from 'node:stream'
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { DocumentState } from '../../shared/payload.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { RenderedStream, Renderer } from '../render/render.tsx'
import { createTee, type Tee } from './tee.ts'

type OnError = (error: unknown) => void
type SharedStream = { tee: Tee; nonce: string; style: string }
type Page = {
  visitors: number
  isOffered: boolean
  state: Promise<DocumentState>
  offer: (state: Promise<DocumentState>) => void
  /** Undefined where no deferred part is pending. */
  stream?: Promise<SharedStream | undefined>
}

/** What a visitor gets. `own`: render the page for this visitor alone. */
type FirstForm =
  | { kind: 'whole'; response: CacheResponse }
  | { kind: 'stream'; rendered: RenderedStream }
  | { kind: 'own' }

export type ColdPages = ReturnType<typeof createColdPages>

/** The longest wait for another server that renders the page. */
const elsewhereMs = 1000
const mostStreamBytes = 8 * 1024 * 1024
/** Deferred parts have a deadline of their own; this includes the time before and after them. */
const mostStreamMs = 2 * requestTimeoutMs

export function createColdPages(renderer: Renderer) {
  const pages = new Map<string, Page>()

  const pageOf = (key: string): Page => {
    const page = pages.get(key) ?? createPage()
    pages.set(key, page)
    return page
  }

  /** Undefined where the page cannot be streamed; the error is reported with the whole page. */
  const streamed = async (page: Page, onError: OnError): Promise<FirstForm | undefined> => {
    const state = await page.state.catch(() => undefined)
    if (!state) return undefined
    page.stream ??= openStream(renderer, state, onError)
    const opened = await page.stream.catch(() => undefined)
    // A nonce shared by concurrent visitors is safe: content was written before it was generated.
    if (!opened) return undefined
    const { tee, ...inline } = opened
    return { kind: 'stream', rendered: { body: tee.subscribe(), ...inline } }
  }

  return {
    /** `whole`: the response of the page cache, undefined for a page that is for one visitor. Rejects as `whole` does. */
    async firstForm(
      key: string,
      whole: Promise<CacheResponse | undefined>,
      onError: OnError,
    ): Promise<FirstForm> {
      const page = pageOf(key)
      page.visitors++
      const complete = whole.then(wholeForm)
      const elsewhere = Promise.withResolvers<void>()
      const timer = setTimeout(elsewhere.resolve, elsewhereMs).unref()
      try {
        return await Promise.race([
          complete,
          streamed(page, onError).then((form) => form ?? complete),
          elsewhere.promise.then(() => (page.isOffered ? complete : { kind: 'own' as const })),
        ])
      } finally {
        clearTimeout(timer)
        page.visitors--
        // An offered page is there for later visitors until its maker ends.
        if (page.visitors === 0 && !page.isOffered && pages.get(key) === page) pages.delete(key)
      }
    },
    offer: (key: string, state: Promise<DocumentState>) => pageOf(key).offer(state),
    end: (key: string) => void pages.delete(key),
  }
}

function createPage(): Page {
  const { promise, resolve } = Promise.withResolvers<DocumentState>()
  promise.catch(() => {})
  const page: Page = {
    visitors: 0,
    isOffered: false,
    state: promise,
    offer(state) {
      page.isOffered = true
      resolve(state)
    },
  }
  return page
}

async function openStream(
  renderer: Renderer,
  state: DocumentState,
  onError: OnError,
): Promise<SharedStream | undefined> {
  if (!(await renderer.hasDeferred(state))) return undefined
  const { body, ...inline } = await renderer.stream(state, onError)
  return { tee: createPageTee(body), ...inline }
}

/** Rendering does not wait for a visitor who reads slowly. */
export function createPageTee(body: Readable): Tee {
  return createTee(body, mostStreamBytes, mostStreamMs)
}

export function wholeForm(response: CacheResponse | undefined): FirstForm {
  return response ? { kind: 'whole', response } : { kind: 'own' }
}
