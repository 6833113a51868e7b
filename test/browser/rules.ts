// Rules for the test origin: close connections, replace texts.
import type { TestOrigin } from '../helpers/origin.ts'

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
