// Bots by User-Agent keyword, small enough for the browser; the server has the full list (server/http/request-context.ts).

const named = /bot\b|spider|crawler|\b(?:lighthouse|facebookexternalhit|google)\b/i
/** False positives: phone models with these letters, and headless Chrome of test suites. */
const people = /\bcubot\b|google pixel|headless(?=chrome)/gi

export function withoutPeople(userAgent: string): string {
  return userAgent.replace(people, '')
}

export function isNamedBot(userAgent: string): boolean {
  return named.test(withoutPeople(userAgent))
}
