// One request to the upstream and its answer: whole where it is short, a stream otherwise.
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { OriginResponse } from './origin.ts'

type Options = Dispatcher.DispatchOptions & { signal: AbortSignal }
type Controller = Dispatcher.DispatchController

/** Up to here a stream costs more than what is in it. */
const shortBytes = 65_536

/** Rejects with undici's error, or with the signal's reason; an answer that is a stream ends with them. */
export function exchange(pool: Dispatcher, { signal, ...request }: Options): Promise<OriginResponse> {
  // Of what is over already no signal tells, and a request may have to wait for a connection.
  if (signal.aborted) return Promise.reject(signal.reason)
  const { promise, resolve, reject } = Promise.withResolvers<OriginResponse>()
  const chunks: Buffer[] = []
  let head = { status: 0, headers: {} as OriginResponse['headers'] }
  let stream: Readable | undefined
  let started: Controller | undefined

  const abort = () => {
    started?.abort(signal.reason)
    reject(signal.reason)
  }
  const end = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      started = controller
      if (signal.aborted) abort()
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return
      head = { status, headers: headers as OriginResponse['headers'] }
      if (Number(headers['content-length']) <= shortBytes) return
      stream = streamFrom(controller)
      resolve({ ...head, body: stream })
    },
    onResponseData(controller, chunk) {
      if (!stream) chunks.push(chunk)
      else if (!stream.push(chunk)) controller.pause()
    },
    onResponseEnd() {
      end()
      if (stream) stream.push(null)
      else resolve({ ...head, body: Buffer.concat(chunks) })
    },
    onResponseError(_controller, error) {
      end()
      if (stream) stream.destroy(error)
      else reject(error)
    },
  }
  pool.dispatch(request, handler)
  return promise
}

function streamFrom(controller: Controller): Readable {
  const stream = new Readable({
    read: () => controller.resume(),
    destroy(error, callback) {
      if (!this.readableEnded) controller.abort(error ?? new Error('nobody reads the answer any more'))
      callback(error)
    },
  })
  // Whoever reads hears of it; where nobody does yet, it harms nobody.
  return stream.on('error', () => {})
}
