// React's output for one page: all of it as bytes where it is there in time, otherwise a stream that begins with the shell.
import { PassThrough, type Readable, Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'

export type Rendered = Buffer | Readable

export type Haste = {
  /** Nothing leaves before everything is there. */
  whole: boolean
  /** Late parts that come this soon are in their place in the first piece, for visitors without script, too. */
  graceMs: number
}

/** Rejects when there is nothing to show. */
export function renderStream(
  app: ReactNode,
  options: RenderToPipeableStreamOptions,
  { whole, graceMs }: Haste,
): Promise<Rendered> {
  const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
  let grace: NodeJS.Timeout | undefined
  let isStarted = false
  const stream = renderToPipeableStream(app, {
    ...options,
    onShellReady() {
      // Whatever is there with the shell is told right after it.
      if (!whole) setImmediate(waitALittle)
    },
    onAllReady() {
      clearTimeout(grace)
      if (isStarted) return
      isStarted = true
      resolve(collect(stream))
    },
    onShellError: reject,
  })
  const waitALittle = () => {
    if (!isStarted) grace = setTimeout(start, graceMs)
  }
  const start = () => {
    isStarted = true
    const body = new PassThrough()
    body.once('close', () => stream.abort())
    stream.pipe(body)
    resolve(body)
  }
  return promise
}

/** All that is there is written at once, so that nobody has to wait for it. */
function collect(stream: { pipe: (destination: Writable) => unknown }): Buffer {
  const chunks: Buffer[] = []
  const destination = new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  stream.pipe(destination)
  return Buffer.concat(chunks)
}
