// Lone surrogates, which cannot be encoded in URLs. String.prototype.isWellFormed and toWellFormed are ES2024: browsers of the
// support line need not have them (client/tsconfig.json).

export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** Replaces each by U+FFFD. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
