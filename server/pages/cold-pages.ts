// Cold pages: who waits for a page with a pending part gets its bytes as they are rendered, the same that are stored when the
// page is complete.
import type { Readable } from 'node:stream'
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { Rendered } from '../render/render.tsx'
import { createTee, type Tee } from './tee.ts'

type ColdPage = Tee & Pick<Rendered, 'style'>
export type ColdPages = ReturnType<typeof createColdPages>

const mostStreamBytes = 8 * 1024 * 1024
/** Deferred parts have a deadline of their own; this includes the time before and after them. */
const mostStreamMs = 2 * requestTimeoutMs

export function createColdPages() {
  const pages = new Map<string, PromiseWithResolvers<ColdPage>>()
  const pageOf = (key: string, until: Promise<unknown>) => {
    const page = pages.get(key) ?? Promise.withResolvers<ColdPage>()
    pages.set(key, page)
    const end = () => {
      if (pages.get(key) === page) pages.delete(key)
    }
    until.then(end, end)
    return page
  }
  return {
    /** The stream of a page with a pending part, or the complete page. Rejects as `whole` does. */
    first: <Whole>(key: string, whole: Promise<Whole>): Promise<Whole | ColdPage> =>
      Promise.race([whole, pageOf(key, whole).promise]),
    /** Resolves with the complete body. */
    begin(key: string, body: Readable, style: string): Promise<Buffer> {
      const tee = createPageTee(body)
      pageOf(key, tee.done).resolve({ ...tee, style })
      return tee.done
    },
  }
}

/** Rendering does not wait for a visitor who reads slowly. */
export function createPageTee(body: Readable): Tee {
  return createTee(body, mostStreamBytes, mostStreamMs)
}
