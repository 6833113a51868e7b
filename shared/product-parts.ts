// Parts of a product page that search results lead to: their ids.
export const specsId = 'part-specs'

/** A row of the table of order codes. */
export function variantId(index: number): string {
  return `variant-${index + 1}`
}
