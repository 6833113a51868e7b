// Which visitors are robots: they get whole pages and no error page.
import { isbot } from 'isbot'
import { isNamedBot, withoutPeople } from '../../shared/named-bots.ts'

export function isBot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && (isbot(withoutPeople(userAgent)) || isNamedBot(userAgent))
}
