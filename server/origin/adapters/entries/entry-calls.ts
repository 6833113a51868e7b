// The calls of a content system with types and attributes, as its dialect requests them.
import type { AdapterContext, System, SystemDefinition } from '../adapter.ts'
import { itemKinds } from '../api-map.ts'
import { sectionMenu } from '../fixed-text.ts'
import { createArticles } from './articles.ts'
import { createChanges } from './changes.ts'
import type { Dialect, InBulk } from './entries.ts'
import { createPages } from './pages.ts'
import { createEntryPull } from './pull.ts'
import { createSingleTypes } from './single-types.ts'
import { createSite } from './site.ts'

export function createEntryCalls(
  context: AdapterContext,
  dialect: Dialect,
  bulk: InBulk,
  readSingle: Parameters<typeof createSingleTypes>[1],
): ReturnType<SystemDefinition['createCalls']> {
  const site = createSite(context, dialect)
  const articles = createArticles(site)
  const singles = createSingleTypes(context, readSingle)
  const sections = async (system: System) => {
    const found = await dialect.sources.sourcesOf(system, itemKinds)
    return sectionMenu([...found.map(({ kind }) => kind), 'contact'])
  }
  return {
    ...{ ...articles.calls, ...createPages(site), ...singles },
    menu: async (input, system) => (await singles.menu(input, system)) ?? sections(system),
    changes: createChanges(site, articles),
    access: dialect.access,
    pull: createEntryPull(context, dialect, bulk, site),
  }
}
