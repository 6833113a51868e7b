// Which visitors are robots: they get whole pages and no error page.
import { isbot } from 'isbot'

const named = /\b(?:bot|lighthouse|facebookexternalhit|google)\b|YisouSpider/i
/** Phones that merely contain the letters, and the browser of test suites, which runs scripts as a person's does. */
const people = /\bcubot\b|google pixel|headless(?=chrome)/i

export function isBot(userAgent: string | undefined): boolean {
  if (!userAgent) return false
  const withoutPeople = userAgent.replace(people, '')
  return isbot(withoutPeople) || named.test(withoutPeople)
}
