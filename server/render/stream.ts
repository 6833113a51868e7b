// React stream: renderToPipeableStream as a stream that starts with the shell.
import { randomBytes } from 'node:crypto'
import type { Readable, Transform } from 'node:stream'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'

/** As one chunk, a resolved Suspense boundary is written in place and not moved by an inline script. */
const oneChunk = Number.MAX_SAFE_INTEGER

/** Through `body`, which aborts React when it is destroyed. Resolves when the shell is rendered; rejects when the shell fails. */
export function renderStream(
  app: ReactNode,
  options: RenderToPipeableStreamOptions,
  body: Transform,
): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const stream = renderToPipeableStream(app, {
    ...options,
    progressiveChunkSize: oneChunk,
    onShellReady() {
      body.once('close', () => stream.abort())
      resolve(stream.pipe(body))
    },
    onShellError: reject,
  })
  return promise
}

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}
