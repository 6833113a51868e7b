// Pulled items by the names that lead to them in links of the system.
import type { PulledFolder } from './folder.ts'
import type { PulledFacts } from './item-file.ts'

export function createNamedItems({ known }: Pick<PulledFolder, 'known'>, now: () => number) {
  /** The file of an item by its names. */
  const byName = new Map<string, string>()

  /** The item with a name; one that has another name now, or has gone, is forgotten. */
  function one(name: string): PulledFacts | undefined {
    const facts = known.get(byName.get(name) ?? '')
    if (facts?.names.includes(name)) return facts
    byName.delete(name)
    return undefined
  }

  /** Whether its publication time has come, and that of the item of which it is a part. */
  function isDue(item: PulledFacts): boolean {
    const { kind, lang, parent } = item
    const above = parent === undefined ? undefined : known.get(`${kind}/${parent}.${lang}.md`)
    return [item, above].every((one) => one?.publishedAt === undefined || one.publishedAt <= now())
  }

  return {
    learn(file: string, { names }: Pick<PulledFacts, 'names'>): void {
      for (const name of names) byName.set(name, file)
    },
    one,
    publicOne(name: string): PulledFacts | undefined {
      const item = one(name)
      return item && isDue(item) ? item : undefined
    },
  }
}
