// Whether a second visitor gets what the first one fetched.
import type { Test } from 'tap'
import { other } from './responses.ts'
import type { ScriptedResponse } from './scripted-origin.ts'
import { createWorld } from './world.ts'

/** Asks twice for `answer`, with `waitMs` between; true where the origin was called once. */
export async function isReused(t: Test, answer: ScriptedResponse, waitMs = 0): Promise<boolean> {
  const { origin, get, clock } = await createWorld(t)
  origin.on(other, answer)
  await get(other)
  clock.advance(waitMs)
  await get(other)
  return origin.hits(other).length === 1
}
