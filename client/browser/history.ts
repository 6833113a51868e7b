// The browser's history: entries of ours carry a key, by which their scroll place is kept.

export type HistoryMode = 'push' | 'replace' | 'pop'

export function writeEntry(mode: HistoryMode, url: string) {
  if (mode === 'push') history.pushState({ key: newKey() }, '', url)
  if (mode === 'replace') history.replaceState(history.state, '', url)
}

/** Entries made by a plain `#` link have no key of ours. */
export function keyOfEntry(): string {
  return (history.state as { key?: string } | null)?.key ?? `first${location.hash}`
}

export function currentUrl(): string {
  return location.pathname + location.search + location.hash
}

/** crypto.randomUUID is for secure contexts only. */
function newKey(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2)
}
