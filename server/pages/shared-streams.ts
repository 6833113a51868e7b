// One streaming render for all who wait for the same cold page: whoever comes while it runs gets all of it, too.
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { type Broadcast, createBroadcast } from '../cache/tee.ts'
import type { Rendered, Renderer } from '../render/render.tsx'

const mostBytes = 8 * 1024 * 1024
/** Late parts have their deadline at the origin; this is for what comes on top of it. */
const mostMs = 2 * requestTimeoutMs

export function createSharedStreams(renderer: Renderer) {
  const running = new Map<string, Promise<{ body: Buffer } | { broadcast: Broadcast; nonce: string }>>()

  // Who comes here has waited already.
  const start = async (key: string, state: DocumentState, onError: (error: unknown) => void) => {
    const end = () => void running.delete(key)
    const rendered = await renderer.document({ state, graceMs: 0, onError }).catch((error) => {
      end()
      throw error
    })
    if (!('nonce' in rendered)) {
      end()
      return rendered
    }
    const broadcast = createBroadcast(rendered.body, mostBytes, mostMs)
    broadcast.done.then(end, end)
    return { broadcast, nonce: rendered.nonce }
  }

  return async (key: string, state: DocumentState, onError: (error: unknown) => void): Promise<Rendered> => {
    const known = running.get(key)
    const opening = known ?? start(key, state, onError)
    if (!known) running.set(key, opening)
    const opened = await opening
    if (!('nonce' in opened)) return opened
    // The nonce is as good as one of each visitor's own: whoever wrote these bytes could not know it before.
    return { body: opened.broadcast.subscribe(), nonce: opened.nonce }
  }
}
