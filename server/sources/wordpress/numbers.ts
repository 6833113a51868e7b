// Numbers of WordPress entries: the post's own id, that of its translation in the default language, or one of the table.
import type { SourceContext, System } from '../systems/source.ts'
import { countFrom, type Json, numberFrom, objectOf } from '../systems/values.ts'
import type { WordPress } from './client.ts'

const kind = 'wordpress'

/** The numbers in the order of the entries, which are of one type. */
export function createNumbersOf(wordpress: WordPress, { ids }: Pick<SourceContext, 'ids'>) {
  return async (system: System, entries: Json[], base: string): Promise<number[]> => {
    const { languages } = await wordpress.facts(system)
    if (languages === 'two sites')
      return ids.numbers(
        kind,
        entries.map(({ slug, id }) => `${base}/${slug || `#${system.locale}:${id}`}`),
      )
    const code = wordpress.code('zh')
    return entries.map(({ id, translations }) => {
      const translated = languages === 'polylang' ? countFrom(objectOf(translations)[code]) : undefined
      return translated ?? numberFrom(id) ?? 0
    })
  }
}
