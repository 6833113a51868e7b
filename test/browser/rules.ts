// What tests make the origin do: hold an answer back, lose connections, send other texts.
import type { TestOrigin } from '../helpers/origin.ts'

/** Keeps the answers to requests whose path starts so until they are released. */
export function hold(origin: TestOrigin, pathStart: string): { release: () => void } {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const stop = origin.answer(pathStart, async ({ method = 'GET', url = '/', headers }, response, body) => {
    await released
    const answer = await fetch(origin.url + url, {
      method,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      ...(body.length > 0 && { body: body.toString() }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  return {
    release: () => {
      stop()
      resolve()
    },
  }
}

/** Connections of requests whose path starts so end without an answer, until the returned function is called. */
export function cutConnections(origin: TestOrigin, pathStart = '/'): () => void {
  return origin.answer(pathStart, ({ socket }) => void socket.destroy())
}

/** The article of this id gets another body. */
export function replaceBody(origin: TestOrigin, id: number, body: string) {
  origin.patch(`/api/home/article/detail/${id}?`, (article: object) => ({ ...article, body }))
}

/** Enough text that a page scrolls, with a link in the middle. */
export function longBody(link: string): string {
  const text = '<p>Water is measured here, day after day.</p>'.repeat(40)
  return `${text}<h2 id="half-way">Half way</h2><p>${link}</p>${text}`
}
