// The calls of a content system with types and attributes, as its dialect requests them.
import type { AdapterContext, SystemDefinition } from '../adapter.ts'
import { createArticles } from './articles.ts'
import { createChanges } from './changes.ts'
import type { Dialect } from './entries.ts'
import { createPages } from './pages.ts'
import { createSingleTypes } from './single-types.ts'
import { createSite } from './site.ts'

export function createEntryCalls(
  context: AdapterContext,
  dialect: Dialect,
  readSingle: Parameters<typeof createSingleTypes>[1],
): ReturnType<SystemDefinition['createCalls']> {
  const site = createSite(context, dialect)
  const articles = createArticles(site)
  return {
    ...articles.calls,
    ...createPages(site),
    ...createSingleTypes(context, readSingle),
    changes: createChanges(site, articles),
  }
}
