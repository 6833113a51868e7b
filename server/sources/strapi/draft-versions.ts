// Drafts of Strapi: versions of entries that differ from the public ones.
import type { Query } from '../../../shared/href.ts'
import { documentIds, type EntrySource, mostItems } from '../entries/entries.ts'
import type { System } from '../systems/source.ts'
import type { Json } from '../systems/values.ts'
import { anyOf, fieldsQuery, inLanguages, pageQuery, type Strapi } from './client.ts'

export function createDraftVersions(client: Strapi) {
  const versionsIn = (system: System, source: EntrySource, query: Query, page = 1) => {
    const fields = fieldsQuery(['updatedAt', 'publishedAt', ...(source.isLocalized ? ['locale'] : [])])
    const inAll = inLanguages(source, { ...query, ...fields })
    return client.list(system, source.type, { ...inAll, ...pageQuery(page, mostItems) })
  }

  /** When each public version was changed, by entry and language. */
  async function publicTimes(
    system: System,
    source: EntrySource,
    keys: Set<string>,
  ): Promise<Map<string, string>> {
    const times = new Map<string, string>()
    for (let page = 1; keys.size > 0; page++) {
      const { entries } = await versionsIn(system, source, anyOf('documentId', keys), page)
      for (const entry of entries) times.set(versionOf(entry), String(entry['updatedAt']))
      if (entries.length < mostItems) break
    }
    return times
  }

  /** Drafts without a public version, or with an earlier one; without what is in them. */
  return async function draftVersions(system: System, source: EntrySource, query: Query): Promise<Json[]> {
    const { entries } = await versionsIn(system, source, { ...query, status: 'draft' })
    const drafts = entries.filter((entry) => entry['publishedAt'] === null)
    const times = await publicTimes(system, source, new Set(documentIds(drafts)))
    return drafts.filter((entry) => {
      const time = times.get(versionOf(entry))
      return time === undefined || time < String(entry['updatedAt'])
    })
  }
}

export function versionOf({ documentId, locale }: Json): string {
  return `${documentId} ${locale}`
}
