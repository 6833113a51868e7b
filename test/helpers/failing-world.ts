// A site with its page cache, over HTTP or over embedded content, whose calls fail in the same ways.
import type { Test } from 'tap'
import type { Send } from '../../server/base/origin.ts'
import { createWorld } from './page-cache-world.ts'
import { answerOf, missingResponses, responseOf, type Wrong, wrongResponses } from './wrong-responses.ts'

export const originKinds = ['an HTTP origin', 'embedded content'] as const

const few = ['HTTP 404', 'HTTP 500', 'HTML with 200', 'a number for data', 'a list of numbers for data']

export async function createFailingWorld(
  t: Test,
  kind: (typeof originKinds)[number],
  options: Parameters<typeof createWorld>[1] = {},
) {
  let failing: { call: string; wrong: Wrong } | undefined
  const embedded =
    (send: Send): Send =>
    (request) =>
      failing && request.path.startsWith(failing.call) ? responseOf(failing.wrong) : send(request)
  const isEmbedded = kind === 'embedded content'
  const world = await createWorld(t, { ...options, ...(isEmbedded && { embedded }) })
  /** Calls whose path starts with `call` get a wrong response, until the returned function is called. */
  const fail = (call: string, wrong: Wrong) => {
    if (!isEmbedded) return world.origin.answer(call, answerOf(wrong))
    failing = { call, wrong }
    return () => {
      failing = undefined
    }
  }
  /** Over HTTP all that are known; the embedded content API has fewer ways to fail. */
  const failures = Object.entries({ ...wrongResponses, ...missingResponses }).filter(
    ([name]) => !isEmbedded || few.includes(name),
  )
  return { ...world, fail, failures }
}
