// One streaming render for all who wait for the same cold page: whoever comes while it runs gets all of it, too.
import { randomBytes } from 'node:crypto'
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { type Broadcast, createBroadcast } from '../cache/broadcast.ts'
import type { Renderer } from '../render.tsx'
import type { Rendered } from '../render-stream.ts'

/** The nonce is as good as one of each visitor's own: nothing in these bytes was written by who could know it before. */
export type Streamed = { body: Rendered; nonce: string }

const mostBytes = 8 * 1024 * 1024
/** Late parts have their deadline at the origin; this is for what comes on top of it. */
const mostMs = 2 * requestTimeoutMs

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

export function createSharedStreams(renderer: Renderer) {
  const running = new Map<string, Promise<{ nonce: string; rendered: Buffer | Broadcast }>>()

  // Who comes here has waited already.
  const start = async (key: string, state: DocumentState, onError: (error: unknown) => void) => {
    const nonce = createNonce()
    const end = () => void running.delete(key)
    const body = await renderer
      .document({ state, whole: false, graceMs: 0, nonce, onError })
      .catch((error) => {
        end()
        throw error
      })
    if (Buffer.isBuffer(body)) end()
    if (Buffer.isBuffer(body)) return { nonce, rendered: body }
    const broadcast = createBroadcast(body, mostBytes, mostMs)
    broadcast.done.then(end, end)
    return { nonce, rendered: broadcast }
  }

  return async (key: string, state: DocumentState, onError: (error: unknown) => void): Promise<Streamed> => {
    const known = running.get(key)
    const opening = known ?? start(key, state, onError)
    if (!known) running.set(key, opening)
    const { nonce, rendered } = await opening
    return { nonce, body: Buffer.isBuffer(rendered) ? rendered : rendered.subscribe() }
  }
}
