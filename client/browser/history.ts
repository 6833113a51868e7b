// History entries: each carries a key under which its scroll position is saved.

export type HistoryMode = 'push' | 'replace' | 'pop'

export function writeEntry(mode: HistoryMode, url: string) {
  if (mode === 'push') history.pushState({ key: newKey() }, '', url)
  if (mode === 'replace') history.replaceState(history.state, '', url)
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
