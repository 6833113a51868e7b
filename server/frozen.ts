// Keeps the HTML of what is the same on many pages, as long as the content it was made from is in memory.

type Source = { of: object; beside?: unknown }
type Kept = { beside: unknown; html: Buffer }

export function createFrozen() {
  const known = new WeakMap<object, Map<string, Kept>>()
  return (name: string, { of, beside }: Source, render: () => string): Buffer => {
    const ofThis = known.get(of) ?? new Map<string, Kept>()
    const kept = ofThis.get(name)
    if (kept && kept.beside === beside) return kept.html
    const html = Buffer.from(render())
    known.set(of, ofThis.set(name, { beside, html }))
    return html
  }
}
