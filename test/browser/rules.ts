// Rules for the test origin: delay responses, close connections, replace texts.
import type { TestOrigin } from '../helpers/origin.ts'

/** Delays the responses to requests whose path has this prefix until they are released. */
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

/** Closes the connections of requests whose path has this prefix, until the returned function is called. */
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
