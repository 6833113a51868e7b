// Navigations that need a document.

/**
 * The page cannot be shown in place. `isDead`: its document has another status or a redirect; else the program decides to
 * load the document, because of another build or because its own code does not load.
 */
type NeedsDocument = Error & { name: 'NeedsDocument'; isDead: boolean }

export function needsDocument(message: string, { isDead = false } = {}): NeedsDocument {
  return Object.assign(new Error(message), { name: 'NeedsDocument' as const, isDead })
}

export function isNeedsDocument(error: unknown): error is NeedsDocument {
  return error instanceof Error && error.name === 'NeedsDocument'
}
