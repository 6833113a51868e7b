// What was worked out from the content of a page, for as long as it is the same content.
import type { DocumentState, Shown } from '../shared/payload.ts'
import { createFrozen } from './frozen.ts'

const mostBytes = 8 * 1024 * 1024

/** The function it returns gives the same for a page with the same address and content. */
export function createPageWords<T>(sizeOf: (words: T) => number) {
  const frozen = createFrozen<T>({ sizeOf, mostBytes })
  return ({ shown, form, base }: DocumentState, make: () => T): T => {
    if (shown.kind === 'error' || form) return make()
    const content = contentOf(shown)
    const of = content.find((value) => typeof value === 'object' && value !== null)
    if (!of) return make()
    const { route, locale, path, search } = shown.match
    return frozen(`${route} ${locale} ${path}${search}`, { of, beside: [base.config, ...content] }, make)
  }
}

/** Without the parts that may come later, on which nothing in the head depends. */
function contentOf({ data }: Extract<Shown, { kind: 'page' }>): unknown[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.values(data).filter((value) => !isLate(value))
}

function isLate(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'promise' in value
}
