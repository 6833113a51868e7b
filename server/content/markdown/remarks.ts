// Remarks on one content file: it is served, and probably not as its author wanted.
import { say } from '../../../shared/content/problem.ts'
import { idOfFragment, isPageId } from '../rich-text/ids.ts'
import { withSuggestion } from './fields.ts'
import type { Rendered } from './markdown.ts'
import type { Fault } from './problem.ts'

/** Links to a heading that is not there. */
export function deadFragments({ links, headings }: Pick<Rendered, 'links' | 'headings'>): Fault[] {
  const ids = new Set(headings.map(({ id }) => id))
  return links.flatMap(({ url, line }): Fault[] => {
    const id = idOfFragment(url)
    if (!/^#./.test(url) || ids.has(id) || isPageId(id)) return []
    return [{ line, ...say('no heading of this text has the id {id}', { id }), effect: 'remark' }]
  })
}

type Named = { specs?: { name: string }[] | undefined; highlights?: string[] | undefined }

/** `front` is that of any kind of file. */
export function unknownHighlights(front: Named, lineOf: (field: string) => number): Fault[] {
  const { specs = [], highlights = [] } = front
  const names = specs.map(({ name }) => name)
  return highlights.flatMap((name, index): Fault[] => {
    if (names.includes(name)) return []
    const problem = withSuggestion(
      say('no specification of this item has the name {name}', { name }),
      name,
      names,
    )
    const field = `highlights.${index}`
    return [{ line: lineOf(field), ...say('{field}: {problem}', { field, problem }), effect: 'remark' }]
  })
}

type Dates = { published_at?: string | undefined; expires_at?: string | undefined }

/** `front` is that of any kind of file. */
export function neverPublic(front: Dates, lineOf: (field: string) => number): Fault[] {
  const { published_at, expires_at } = front
  if (published_at === undefined || expires_at === undefined) return []
  if (Date.parse(expires_at) > Date.parse(published_at)) return []
  const problem = say('expires_at is not after published_at: the item is never public')
  return [{ line: lineOf('expires_at'), ...problem, effect: 'remark' }]
}
