// Sections with articles, by the kind of their pages.
import { sections } from './constants.ts'

export type SectionKind = 'news' | 'product' | 'article'

const kinds: Record<string, SectionKind> = sections
export const sectionNames: readonly string[] = Object.keys(kinds)

export function isSection(name: string): boolean {
  return Object.hasOwn(kinds, name)
}

/** Undefined for a name that is no section. */
export function kindOfSection(name: string): SectionKind | undefined {
  return isSection(name) ? kinds[name] : undefined
}

export function sectionsOfKind(kind: SectionKind): string[] {
  return sectionNames.filter((name) => kinds[name] === kind)
}
