// Public items of the content index, for the sitemaps.
import type { DatabaseSync } from 'node:sqlite'
import type { PublicItem } from '../base/content-source.ts'

/** Reading so many takes some milliseconds. */
const itemsOfCall = 200

/** See `publicItems` of an upstream. */
export function createPublicItems(database: DatabaseSync): (after: number) => PublicItem[] {
  const items = database.prepare(
    `select entry.file as row, entry.kind, entry.lang, position, coalesce(category, '') as category, place is not null as listed, content
      from entry join file on file.id = entry.file
      where status is null and entry.file > ? order by entry.file limit ${itemsOfCall}`,
  )
  return (after) =>
    items.all(after).map(({ listed, content, ...row }) => {
      // The columns of the query; the readers of front matter have parsed the content.
      const { item, ...found } = { ...row, item: JSON.parse(String(content)) } as PublicItem
      return { ...found, isListed: listed === 1, item }
    })
}
