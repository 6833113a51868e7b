// Responses in the shape of the business calls.
import type { ScriptedResponse } from './scripted-origin.ts'

export const article = '/api/home/article/detail/3'
export const labels = '/api/home/block/label'
/** No business call: the cache knows nothing of it but what HTTP says. */
export const other = '/api/home/other'

type Headers = NonNullable<ScriptedResponse['headers']>

export function json(value: unknown, headers: Headers = {}): ScriptedResponse {
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

export function success(data: unknown, headers: Headers = {}): ScriptedResponse {
  return json({ success: true, data, msg: '' }, headers)
}

/** A response in two pieces, the second one after `gate`. */
export function inPieces(gate: Promise<void>): ScriptedResponse {
  async function* pieces() {
    yield 'first '
    await gate
    yield 'second'
  }
  return { ...text('', 'max-age=60'), pieces: pieces() }
}

/** Text for a path that is not a business call. */
export function text(body: string, cacheControl: string, headers: Headers = {}): ScriptedResponse {
  return { headers: { 'content-type': 'text/plain', 'cache-control': cacheControl, ...headers }, body }
}
