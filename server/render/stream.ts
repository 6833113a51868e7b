// React's stream as text: a document, a part of one, or a block. All HTML but that of cached fragments is made here.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** Without Suspense the shell is everything. Rejects where it fails. */
export function renderHtml(node: ReactNode): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(node, {
    onShellReady: () => resolve(text(pipe(new PassThrough()))),
    onShellError: reject,
    // The default writes to the console; onShellError has the error too.
    onError() {},
  })
  return promise
}
