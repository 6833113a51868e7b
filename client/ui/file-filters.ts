// Filters of a category of downloads: by product and by type of file. The category has all its files, so they are counted here.
import type { Download } from '../../shared/content/content.ts'
import { choiceOf, facetOf, filterOf, toggled } from '../../shared/filter.ts'
import { fileType } from '../../shared/format.ts'
import { type FilterRow, fewest } from './filters.tsx'

type File = Download['items'][number]
type Option = { value: string; title: string }
type Facet = 'product' | 'type'
const facets = ['product', 'type'] as const satisfies Facet[]
type Names = Record<Facet, string>

export function filesWith(files: File[], chosen: readonly string[]): File[] {
  return files.filter((file) => facets.every((facet) => matches(file, facet, chosen)))
}

/** A facet with one value has no row. The values are the same whichever is chosen, so that none moves. */
export function fileFilterRows(
  files: File[],
  chosen: readonly string[],
  { names, hrefOf }: { names: Names; hrefOf: (filter: string[]) => string },
): FilterRow[] {
  return facets.flatMap((facet) => {
    const ofValue = Map.groupBy(
      files.flatMap((file) => optionsOf(file, facet)),
      ({ value }) => value,
    )
    if (ofValue.size < 2) return []
    const isChosen = (value: string) => chosen.includes(filterOf(facet, value))
    const options = [...ofValue].flatMap(([value, [option, ...others]]) => {
      const isShown = files.length >= fewest.items && others.length + 1 >= fewest.ofOption
      return option && (isShown || isChosen(value)) ? [option] : []
    })
    const [other] = facets.filter((one) => one !== facet)
    const among = files.filter((file) => !other || matches(file, other, chosen))
    return [{ title: names[facet], options: options.map(rowOption) }]

    function rowOption({ value, title }: Option) {
      const filter = filterOf(facet, value)
      return {
        name: title,
        count: among.filter((file) => optionsOf(file, facet).some((one) => one.value === value)).length,
        isChosen: isChosen(value),
        to: hrefOf(toggled(chosen, filter)),
      }
    }
  })
}

/** Whether the file has the chosen value of the facet, or none is chosen. */
function matches(file: File, facet: Facet, chosen: readonly string[]): boolean {
  const wanted = chosen.find((filter) => facetOf(filter) === facet)
  if (!wanted) return true
  return optionsOf(file, facet).some(({ value }) => value === choiceOf(wanted))
}

function optionsOf({ products, url }: File, facet: Facet): Option[] {
  if (facet === 'product') return products.map(({ id, title }) => ({ value: String(id), title }))
  const type = fileType(url)
  return type ? [{ value: type, title: type }] : []
}
