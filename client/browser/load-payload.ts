// Payloads: the prerendered page of an address, or why there is none.
import { shownMessage } from '../../shared/api/error-message.ts'
import { apiError } from '../../shared/errors.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { type PagePayload, payloadSuffix } from '../../shared/payload.ts'
import { withDeadline } from './deadline.ts'

/** The page cannot be shown in place: its document has the true status, the redirect, or the other build. */
export type NeedsDocument = Error & { name: 'NeedsDocument' }

export function needsDocument(message: string): NeedsDocument {
  return Object.assign(new Error(message), { name: 'NeedsDocument' as const })
}

/** stale-while-revalidate in the response is meant for shared caches. */
const request = { cache: 'no-cache', redirect: 'manual' } as const
const documentStatuses: readonly number[] = [400, 404, 409, 410]

type LoadPayloadOptions = { build: string; signal?: AbortSignal; priority?: 'low' }

/**
 * `url`: path and query. Rejects with NeedsDocument, or with ApiError, whose message is for the visitor: of the error body, or
 * '' for the default text.
 */
export async function loadPayload(
  url: string,
  { build, signal, priority }: LoadPayloadOptions,
): Promise<PagePayload> {
  const { pathname, search } = splitUrl(url)
  const address = `${pathname === '/' ? '' : pathname}${payloadSuffix}?${build}${search && `&${search.slice(1)}`}`
  const { status, isRedirect, body } = await withDeadline(async (signal) => {
    const response = await fetch(address, { ...request, signal, ...(priority && { priority }) })
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
    const text = await response.text()
    return {
      status: response.status,
      isRedirect: response.type === 'opaqueredirect' || response.redirected,
      body: isJson ? (parse(text) as Partial<PagePayload> & { message?: unknown }) : undefined,
    }
  }, signal)
  if (isRedirect || documentStatuses.includes(status)) throw needsDocument(`payload ${status}: ${url}`)
  if (status !== 200 || !isPayload(body)) throw apiError('http', shownMessage(body?.message), { status })
  if (body.build !== build) throw needsDocument(`payload of another build: ${url}`)
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

/** A page is HTML in JSON of this form, and nothing else. */
function isPayload(body: Partial<PagePayload> | undefined): body is PagePayload {
  return [body?.build, body?.locale, body?.head, body?.main, body?.language].every(
    (value) => typeof value === 'string',
  )
}
