// Payloads: the prerendered page of an address, or why there is none: an error to show, or NeedsDocument.
import { jsonIn, shownMessage } from '../../shared/api/error-message.ts'
import { apiError } from '../../shared/errors.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { type PagePayload, payloadSuffix } from '../../shared/payload.ts'

/** stale-while-revalidate in the response is meant for shared caches. */
const request = { cache: 'no-cache', redirect: 'manual' } as const
const deadStatuses: readonly number[] = [400, 404, 410]
const otherBuild = 409

/**
 * `url`: path and query. Rejects with NeedsDocument, or with ApiError, whose message is for the visitor: of the error body, or
 * '' for the default text.
 */
export async function loadPayload(
  url: string,
  { build, ...options }: { build: string; signal: AbortSignal; priority?: 'low' },
): Promise<PagePayload> {
  const { pathname, search } = splitUrl(url)
  const address = `${pathname === '/' ? '' : pathname}${payloadSuffix}?${build}${search && `&${search.slice(1)}`}`
  // The path may begin with two slashes, which alone would name another site.
  const response = await fetch(location.origin + address, { ...request, ...options })
  const { status } = response
  if (response.type === 'opaqueredirect' || deadStatuses.includes(status))
    throw needsDocument(`payload ${status}: ${url}`, { isDead: true })
  if (status === otherBuild) throw needsDocument(`payload of another build: ${url}`)
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
  const text = await response.text()
  const body = isJson ? (jsonIn(text) as Partial<PagePayload> & { message?: unknown }) : undefined
  if (status !== 200 || !isPayload(body)) throw apiError('http', shownMessage(body?.message), { status })
  if (body.build !== build) throw needsDocument(`payload of another build: ${url}`)
  return body
}

/** A page is HTML in JSON of this form, and nothing else. */
function isPayload(body: Partial<PagePayload> | undefined): body is PagePayload {
  return [body?.build, body?.locale, body?.head, body?.main, body?.language].every(
    (value) => typeof value === 'string',
  )
}

/**
 * The page cannot be shown in place. `isDead`: its document has another status or a redirect; else the program decides to
 * load the document, because of another build or because its own code does not load.
 */
type NeedsDocument = Error & { name: 'NeedsDocument'; isDead: boolean }

export function needsDocument(message: string, { isDead = false } = {}): NeedsDocument {
  return Object.assign(new Error(message), { name: 'NeedsDocument' as const, isDead })
}

export function isNeedsDocument(error: unknown): error is NeedsDocument {
  return error instanceof Error && error.name === 'NeedsDocument'
}
