// What a call of a preview shows: an item, by which it is read again, or a list.
import type { CallMatch } from '../../../shared/api/calls.ts'
import { pageKinds } from '../../../shared/constants.ts'
import { isPageKind, type SiteSections } from '../../../shared/sections.ts'
import type { PulledFacts } from './item-file.ts'

/** The kinds of calls other than those of articles. */
const kinds: Partial<Record<CallMatch['name'], string>> = {
  about: 'about',
  aboutInfo: 'about',
  download: 'download',
  manual: 'manual',
}

/** `list`: of the items of a kind. Undefined for a call that shows neither. */
export function itemNamed({
  name,
  params,
}: CallMatch): ((facts: PulledFacts) => boolean) | { list: string } | undefined {
  if (name === 'articleList') return { list: String(params['category']) }
  const kind = kinds[name]
  const isArticle = name === 'articleDetail' || name === 'articleInfo'
  if (!kind && !isArticle) return undefined
  const { id, sign } = params
  return (facts) =>
    (kind ? kind === facts.kind : !isPageKind(facts.kind)) &&
    (id === undefined ? facts.sign === sign : String(facts.id) === id)
}

/** The call that shows what the plain form of a webhook names: `{"type":"news","id":3}`; `site` for what is on every page. */
export function callNamed(
  { type, id }: Record<string, unknown>,
  sections: SiteSections,
): CallMatch | 'site' | undefined {
  if (typeof type !== 'string') return undefined
  if (['site', 'labels', 'banners'].includes(type)) return 'site'
  const params = { id: String(id) }
  if (!/^[1-9]\d{0,14}$/.test(params.id)) return undefined
  if (sections.of(type)) return { name: 'articleDetail', params }
  const page = pageKinds.find((name) => name === type)
  return page && { name: page, params }
}

/** The part of the public versions, of that of their drafts. */
export function itemsPart(part: string | undefined): string | undefined {
  return part?.replace(/-draft$/, '')
}
