// Filters of a category of downloads: by product and by type of file. The category has all its files, so they are counted here.
import type { Download } from '../../shared/content/content.ts'
import { choiceOf, facetOf, filterOf, toggled } from '../../shared/filter.ts'
import { fileType } from '../../shared/format.ts'
import { type FilterRow, fewest } from './filters.tsx'

type File = Download['items'][number]
const facets = ['product', 'type'] as const
type Facet = (typeof facets)[number]

export function filesWith(files: File[], chosen: readonly string[]): File[] {
  return files.filter((file) => facets.every((facet) => matches(file, facet, chosen)))
}

/** A facet with one value has no row. The values are the same whichever is chosen, so that none moves. */
export function fileFilterRows(
  files: File[],
  chosen: readonly string[],
  { names, hrefOf }: { names: Record<Facet, string>; hrefOf: (filter: string[]) => string },
): FilterRow[] {
  return facets.flatMap((facet) => {
    const all = files.flatMap((file) => facetValues(file, facet))
    const ofValue = Map.groupBy(all, ({ value }) => value)
    if (ofValue.size < 2) return []
    const among = files.filter((file) => facets.every((one) => one === facet || matches(file, one, chosen)))
    const options = [...ofValue].flatMap(([value, found]) => {
      const filter = filterOf(facet, value)
      const isChosen = chosen.includes(filter)
      const isShown = files.length >= fewest.items && found.length >= fewest.ofOption
      if (!isShown && !isChosen) return []
      const count = among.filter((file) => hasValue(file, facet, value)).length
      return [{ name: found[0]?.name ?? value, count, isChosen, to: hrefOf(toggled(chosen, filter)) }]
    })
    return [{ title: names[facet], options }]
  })
}

/** Whether the file has the chosen value of the facet, or none is chosen. */
function matches(file: File, facet: Facet, chosen: readonly string[]): boolean {
  const wanted = chosen.find((filter) => facetOf(filter) === facet)
  return !wanted || hasValue(file, facet, choiceOf(wanted))
}

function hasValue(file: File, facet: Facet, wanted: string): boolean {
  return facetValues(file, facet).some(({ value }) => value === wanted)
}

function facetValues({ products, url }: File, facet: Facet): { value: string; name: string }[] {
  if (facet === 'product') return products.map(({ id, title }) => ({ value: String(id), name: title }))
  const type = fileType(url)
  return type ? [{ value: type, name: type }] : []
}
