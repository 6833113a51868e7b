// Bot detection by User-Agent: bots get complete pages, and plain text errors.
import { isbot } from 'isbot'
import { isNamedBot, withoutPeople } from '../../shared/named-bots.ts'

export function isBot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && (isbot(withoutPeople(userAgent)) || isNamedBot(userAgent))
}
