// Robots that can be told by their name; the server knows more of them (server/http/bots.ts).

const named = /bot\b|spider|crawler|\b(?:lighthouse|facebookexternalhit|google)\b/i
/** Phones that merely contain the letters, and the browser of test suites, which runs scripts as a person's does. */
const people = /\bcubot\b|google pixel|headless(?=chrome)/gi

export function withoutPeople(userAgent: string): string {
  return userAgent.replace(people, '')
}

export function isNamedBot(userAgent: string): boolean {
  return named.test(withoutPeople(userAgent))
}
