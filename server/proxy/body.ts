// The body of a proxied request: whole for calls that only read, a stream for the rest, limited both ways.
import { type Readable, Transform } from 'node:stream'
import { pageError } from '../../shared/errors.ts'
import { knownCall, policies } from '../cache/policy.ts'
import { readBody } from '../origin/read-body.ts'

export const bodyLimitBytes = 1_048_576
const bodyTimeoutMs = 10_000

type Incoming = {
  method: string
  pathname: string
  contentLength: number | undefined
  stream: Readable | undefined
}

/** Rejects with PageError 413. A call that only reads needs its whole body for its key. */
export async function requestBody({
  method,
  pathname,
  contentLength,
  stream,
}: Incoming): Promise<Buffer | Readable | undefined> {
  if (!stream || method === 'GET' || method === 'HEAD') return undefined
  if ((contentLength ?? 0) > bodyLimitBytes) throw tooLarge()
  const call = knownCall(method, pathname)
  const isRead = call !== undefined && policies[call.name] !== 'never stored'
  // A small body of known size is as well sent whole: it may then be sent again.
  if (!isRead && contentLength === undefined) return stream.pipe(limited())
  return readBody(stream, bodyLimitBytes, bodyTimeoutMs).catch((error) => {
    throw (error as { kind?: string }).kind === 'timeout' ? pageError(408, 'Request Timeout') : tooLarge()
  })
}

function limited(): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > bodyLimitBytes ? tooLarge() : null, chunk)
    },
  })
}

function tooLarge() {
  return pageError(413, 'Payload Too Large')
}
