// Speed as ratios within one run: `npm run bench`, or a part of it: `npm run bench -- cache`. Tables, then JSON.
import { addresses, coldStart, firstView, memory, shell } from './figures.ts'
import { growth } from './growth.ts'
import { measurePages, measureStored, type Ratio } from './ratios.ts'
import { pages, stored } from './scenarios.ts'
import { search } from './search.ts'
import { stageTable } from './stages.ts'

/** One after the other. */
async function each<Of>(list: Of[], measure: (one: Of) => Promise<Ratio | Ratio[]>): Promise<Ratio[]> {
  const rows: Ratio[] = []
  for (const one of list) rows.push(...[await measure(one)].flat())
  return rows
}

const parts: Record<string, () => Promise<object[]>> = {
  cache: () => each(stored, measureStored),
  pages: () => each(pages, measurePages),
  stages: stageTable,
  start: coldStart,
  memory,
  addresses,
  shell,
  'first-view': firstView,
  growth,
  search,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}": ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
/** Pages are shown with the stages of their CPU. */
const named = wanted.flatMap((name) => (name === 'pages' ? ['pages', 'stages'] : name))
const results: Record<string, object[]> = {}
for (const name of wanted.length > 0 ? new Set(named) : Object.keys(parts)) {
  const rows = (await parts[name]?.()) ?? []
  results[name] = rows
  console.table(rows)
}
console.log(JSON.stringify(results))
