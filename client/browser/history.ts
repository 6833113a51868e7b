// History entries: each carries a key under which its scroll position is saved, and its index in this document.

export type HistoryMode = 'push' | 'replace' | 'pop'

export function writeEntry(mode: HistoryMode, url: string) {
  if (mode === 'push') {
    const index = indexOfEntry()
    history.pushState({ key: newKey(), ...(index !== undefined && { index: index + 1 }) }, '', url)
  }
  if (mode === 'replace') history.replaceState(history.state, '', url)
}

/** For the first entry of a document. */
export function nameFirstEntry() {
  if (history.state === null) history.replaceState({ key: keyOfEntry(), index: 0 }, '')
}

/** Undefined for an entry made by a plain `#` link. */
export function indexOfEntry(): number | undefined {
  return (history.state as { index?: number } | null)?.index
}

/** Entries made by a plain `#` link have no key. */
export function keyOfEntry(): string {
  return (history.state as { key?: string } | null)?.key ?? `first${location.hash}`
}

export function currentUrl(): string {
  return location.pathname + location.search + location.hash
}

/** crypto.randomUUID exists in secure contexts only. */
function newKey(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2)
}
