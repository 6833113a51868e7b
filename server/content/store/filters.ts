// Filters of a list: the articles that have a tag or values of facets, and how many have each.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { memoize } from '../../base/memoize.ts'
import { createRevision } from './content-index.ts'
import { storedSections } from './stored-site.ts'

/** A value of a facet; a tag has the facet ''. */
export type Choice = { facet: string; value: string }
type Counted = { name: string; count: number }
type Facet = { name: string; values: Counted[] }

type Counts = { tags: Counted[]; facets: Facet[] }
type Place = { lang: Locale; category: string }
/** `among`: the files of a search. */
type Selection = { choices: Choice[]; among?: number[] | undefined }

/** Tags in a response. */
const mostTags = 50

export function createFilters(database: DatabaseSync) {
  const { matching, all, ofFiles } = filterQueries(database)
  const revision = createRevision(database)

  /** At least one choice, or the files of a search; in the order of the list. */
  function filesWith({ lang, category }: Place, { choices, among }: Selection): number[] {
    const chosen = JSON.stringify(choices)
    const rows = matching.all({ lang, category, chosen, among: among ? JSON.stringify(among) : null })
    return rows.map(({ file }) => Number(file))
  }

  function countsIn({ lang, category }: Place, files?: number[]): Map<string, number> {
    const rows = files ? ofFiles.all(lang, category, JSON.stringify(files)) : all.all(lang, category)
    return new Map(rows.map(({ facet, tag, total }) => [keyOf(String(facet), String(tag)), Number(total)]))
  }

  /** With 10 000 articles counting them takes longer than the list: list pages took 28 ms instead of 9. */
  const countsOfAll = memoize((place: Place) => countsIn(place), {
    keyOf: ({ lang, category }) => [revision(), lang, category].join(),
    bound: { entries: 2 * locales.length * storedSections(database).slugs.length },
  })

  /**
   * Each value with the number of articles that the list has when the value is chosen too, instead of one of its facet. Their
   * order depends on the whole section and not on what is chosen.
   */
  function counts(place: Place, selection: Selection): Counts {
    const whole = countsOfAll(place)
    const countsWith = (choices: Choice[]) =>
      choices.length === 0 && !selection.among
        ? whole
        : countsIn(place, filesWith(place, { ...selection, choices }))
    const chosen = countsWith(selection.choices)
    const others = new Map(
      selection.choices.map(({ facet }) => [
        facet,
        countsWith(selection.choices.filter((choice) => choice.facet !== facet)),
      ]),
    )
    const countOf = (facet: string, name: string) =>
      (others.get(facet) ?? chosen).get(keyOf(facet, name)) ?? 0
    return counted(whole, countOf)
  }

  return { filesWith, counts }
}

function filterQueries(database: DatabaseSync) {
  return {
    // From the index of the tags: with the list as the start, a tag that nothing has cost as much as the whole list.
    matching: database.prepare(
      `with found as (
          select file, choice.key from json_each(:chosen) choice cross join tag
            where lang = :lang and category = :category and facet = choice.value ->> 'facet' and tag = choice.value ->> 'value'
          union select value, -1 from json_each(:among))
        select file from found join entry using (file) group by file
          having count(*) = json_array_length(:chosen) + (:among is not null) order by place`,
    ),
    // In the order in which the articles of the list name them.
    all: database.prepare(
      `select facet, tag, count(*) as total from tag join entry using (file)
        where tag.lang = ? and tag.category = ? group by facet, tag order by min(entry.place), min(tag.rowid)`,
    ),
    ofFiles: database.prepare(
      `select facet, tag, count(*) as total from tag where lang = ? and category = ?
        and file in (select value from json_each(?)) group by facet, tag`,
    ),
  }
}

function counted(whole: Map<string, number>, countOf: (facet: string, name: string) => number): Counts {
  const named = [...whole].map(([key, total]) => ({ ...partsOf(key), total }))
  const facets = Map.groupBy(named, ({ facet }) => facet)
  const tags = (facets.get('') ?? []).toSorted((a, b) => b.total - a.total).slice(0, mostTags)
  facets.delete('')
  return {
    tags: tags.map(({ name }) => ({ name, count: countOf('', name) })),
    facets: [...facets].map(([facet, values]) => ({
      name: facet,
      values: values.map(({ name }) => ({ name, count: countOf(facet, name) })),
    })),
  }
}

// Names of facets have no control characters.
function keyOf(facet: string, value: string): string {
  return `${facet}\n${value}`
}

function partsOf(key: string): { facet: string; name: string } {
  const end = key.indexOf('\n')
  return { facet: key.slice(0, end), name: key.slice(end + 1) }
}
