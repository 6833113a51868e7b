// Speed as ratios within one run: `npm run bench`, or a part of it: `npm run bench -- cache`. Tables, then JSON.
import { coldStart, mixed } from './figures.ts'
import { growth } from './growth.ts'
import { measure } from './ratios.ts'
import { pages, stored } from './scenarios.ts'

const parts: Record<string, () => Promise<object[]>> = {
  cache: () => measure(stored),
  pages: () => measure(pages),
  start: coldStart,
  mixed,
  growth,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in parts))
if (unknown) {
  console.error(`There is no bench "${unknown}": ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
const results: Record<string, object[]> = {}
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  results[name] = await run()
  console.table(results[name])
}
console.log(JSON.stringify(results))
