// Keys for forms sent without JavaScript: their page is shared by caches, so no key can be in it.
import { createHash } from 'node:crypto'

type Sent = { path: string; body: string; address: string; agent: string; now: number }

const dayMs = 24 * 3_600_000

/** Of today and of yesterday: whoever sends again after midnight has sent the same. */
export function contentKeys({ path, body, address, agent, now }: Sent): [key: string, formerKey: string] {
  const day = Math.floor(now / dayMs)
  const keyOn = (day: number) =>
    `post-${createHash('sha256')
      .update(JSON.stringify([day, address, agent, path, body]))
      .digest('base64url')
      .slice(0, 22)}`
  return [keyOn(day), keyOn(day - 1)]
}
