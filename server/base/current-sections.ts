// The sections of the site as they are now: they change with the content, while the server runs.
import { defaultSections, type Section, type SiteSections, sectionsFrom } from '../../shared/sections.ts'

export type CurrentSections = ReturnType<typeof createCurrentSections>

/** At first the default ones. */
export function createCurrentSections() {
  let current = defaultSections
  const listeners = new Set<() => void>()
  return {
    now: (): SiteSections => current,
    /** Returns whether they are others than before. */
    set(list: readonly Section[] | undefined): boolean {
      const next = sectionsFrom(list)
      if (JSON.stringify(next.list) === JSON.stringify(current.list)) return false
      current = next
      for (const listener of listeners) listener()
      return true
    },
    /** Returns a function that removes the listener. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
