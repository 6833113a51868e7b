// What a page says to machines, as JSON-LD: who publishes it, where it stands, what it is about.
import type { Graph, Thing } from 'schema-dts'
import type { HeadModel, PageHead } from '../../shared/head.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { type Base, scriptJson } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { breadcrumb } from './structured/breadcrumb.ts'
import { organization, webSite } from './structured/publisher.ts'
import { subjectOf } from './structured/subjects.ts'

export type Facts = {
  head: PageHead
  /** What the document says: addresses, words and picture are the same there and here. */
  model: HeadModel
  match: RouteMatch
  base: Base
  siteUrl: string
  t: Translate
}

/** Safe inside of a script element; '' for what is not to be found. */
export function structuredData(facts: Facts): string {
  const { head, model } = facts
  if (head.noindex || !model.canonical) return ''
  const things: Thing[] = [organization(facts), ...webSite(facts), ...breadcrumb(facts), ...subjectOf(facts)]
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  return scriptJson(graph)
}
