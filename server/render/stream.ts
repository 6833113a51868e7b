// React streams: renderToPipeableStream as a stream that starts with the shell, or as the whole page.
import { randomBytes } from 'node:crypto'
import { PassThrough, type Readable, Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'

type Options = RenderToPipeableStreamOptions

/** In one chunk, a resolved Suspense boundary is written in place and not moved by an inline script. */
const oneChunk = Number.MAX_SAFE_INTEGER

/** Resolves when the shell is rendered; rejects when the shell fails. */
export function renderStream(app: ReactNode, options: Options): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const stream = renderToPipeableStream(app, {
    ...options,
    progressiveChunkSize: oneChunk,
    onShellReady() {
      const body = new PassThrough()
      body.once('close', () => stream.abort())
      resolve(stream.pipe(body))
    },
    onShellError: reject,
  })
  return promise
}

/** Resolves when everything is rendered; rejects when the shell fails. */
export function renderWhole(app: ReactNode, options: Options): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  const collector = new Writable({
    // No backpressure: all of it is in memory.
    highWaterMark: oneChunk,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      resolve(Buffer.concat(chunks))
      done()
    },
  })
  const stream = renderToPipeableStream(app, {
    ...options,
    progressiveChunkSize: oneChunk,
    onAllReady: () => void stream.pipe(collector),
    onShellError: reject,
  })
  return promise
}

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}
