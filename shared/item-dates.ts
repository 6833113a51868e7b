// Dates of an item, as search engines, feeds and structured data have them.

type Dated = { published_at?: string | undefined; updated_at?: string | undefined }

/** `modified` is never before the publication. */
export function datesOf({ published_at: published, updated_at: updated }: Dated) {
  const isLater = updated && !(published && Date.parse(updated) < Date.parse(published))
  return { published, modified: isLater ? updated : published }
}
