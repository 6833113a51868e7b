// Dates of an item, as search engines, feeds and structured data have them.

/** `modified` is never before the publication. */
export function datesOf(item: { published_at?: string | undefined; updated_at?: string | undefined }) {
  const { published_at: published, updated_at: updated } = item
  const isLater = updated && !(published && Date.parse(updated) < Date.parse(published))
  return { published, modified: isLater ? updated : published }
}
