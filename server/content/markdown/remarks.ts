// Remarks on one content file: it is served, and probably not as its author wanted.
import { say } from '../../../shared/content/problem.ts'
import { idOfFragment, isPageId } from '../rich-text/ids.ts'
import { withSuggestion } from './fields.ts'
import type { AnyFront } from './front.ts'
import type { Rendered } from './markdown.ts'
import type { Fault } from './problem.ts'

/** Links to a heading that is not there. */
export function deadFragments({ links, ids }: Pick<Rendered, 'links' | 'ids'>): Fault[] {
  const known = new Set(ids)
  return links.flatMap(({ url, line }): Fault[] => {
    const id = idOfFragment(url)
    if (!/^#./.test(url) || known.has(id) || isPageId(id)) return []
    return [{ line, ...say('no heading of this text has the id {id}', { id }), effect: 'remark' }]
  })
}

type LineOf = (field: string) => number

export function unknownHighlights({ specs = [], highlights = [] }: AnyFront, lineOf: LineOf): Fault[] {
  const names = specs.map(({ name }) => name)
  return highlights.flatMap((name, index): Fault[] => {
    if (names.includes(name)) return []
    const unknown = say('no specification of this item has the name {name}', { name })
    const field = `highlights.${index}`
    const problem = withSuggestion(unknown, name, names)
    return [{ line: lineOf(field), ...say('{field}: {problem}', { field, problem }), effect: 'remark' }]
  })
}

export function neverPublic({ published_at, expires_at }: AnyFront, lineOf: LineOf): Fault[] {
  if (!published_at || !expires_at || Date.parse(expires_at) > Date.parse(published_at)) return []
  const problem = say('expires_at is not after published_at: the item is never public')
  return [{ line: lineOf('expires_at'), ...problem, effect: 'remark' }]
}
