// One request to the upstream and its answer: whole where it is short, a stream otherwise.
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Ending } from './ending.ts'
import type { OriginResponse } from './origin.ts'

type Controller = Dispatcher.DispatchController

/** Up to here a stream costs more than what is in it. */
const shortBytes = 65_536

/** Rejects with undici's error, or with the reason of the call's end; an answer that is a stream ends with them. */
export function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  ending: Ending,
): Promise<OriginResponse> {
  // Of what is over already nobody tells, and a request may have to wait for a connection.
  if (ending.reason() !== undefined) return Promise.reject(ending.reason())
  const { promise, resolve, reject } = Promise.withResolvers<OriginResponse>()
  const chunks: Buffer[] = []
  let head = { status: 0, headers: {} as OriginResponse['headers'] }
  let stream: Readable | undefined
  let started: Controller | undefined

  const abort = () => {
    started?.abort(ending.reason() as Error)
    reject(ending.reason())
  }
  ending.tell(abort)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      started = controller
      if (ending.reason() !== undefined) abort()
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
      ending.forget(abort)
      if (stream) stream.push(null)
      else resolve({ ...head, body: whole(chunks) })
    },
    onResponseError(_controller, error) {
      ending.forget(abort)
      if (stream) stream.destroy(error)
      else reject(error)
    },
  }
  pool.dispatch(request, handler)
  return promise
}

function whole(chunks: Buffer[]): Buffer {
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
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
