// React's output for a page that has to wait for a part of itself: a stream that begins with the shell, or all of it.
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'

type Options = RenderToPipeableStreamOptions

/** In one piece, a late part stays in its place instead of being moved there by an inline script. */
const oneChunk = Number.MAX_SAFE_INTEGER

/** Resolves when the shell is there; rejects when there is nothing to show. */
export function renderStream(app: ReactNode, options: Options): Promise<Readable> {
  return start(app, options, 'onShellReady')
}

/** Resolves when everything is there; rejects when there is nothing to show. */
export async function renderWhole(app: ReactNode, options: Options): Promise<Buffer> {
  return buffer(await start(app, options, 'onAllReady'))
}

function start(app: ReactNode, options: Options, at: 'onShellReady' | 'onAllReady'): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const stream = renderToPipeableStream(app, {
    ...options,
    progressiveChunkSize: oneChunk,
    [at]() {
      const body = new PassThrough()
      body.once('close', () => stream.abort())
      resolve(stream.pipe(body))
    },
    onShellError: reject,
  })
  return promise
}
