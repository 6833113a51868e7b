// Which visitors are robots: they get whole pages and no error page.
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { isNamedBot, withoutPeople } from '../../shared/named-bots.ts'

/** A few browsers make most of the requests, and the list of robots is one long expression. */
const known = new LRUCache<string, boolean>({ max: 1000 })
const longestKept = 500

export function isBot(userAgent: string | undefined): boolean {
  if (!userAgent) return false
  const found = known.get(userAgent)
  if (found !== undefined) return found
  const isRobot = isbot(withoutPeople(userAgent)) || isNamedBot(userAgent)
  if (userAgent.length <= longestKept) known.set(userAgent, isRobot)
  return isRobot
}
