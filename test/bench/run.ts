// Speed as ratios in one interleaved run: `npm run bench` for pages, `npm run bench -- cache` for the API cache.
import { benchCache } from './cache.ts'
import { benchPages } from './pages.ts'

const suites = { pages: benchPages, cache: benchCache }
const wanted = process.argv[2] ?? 'pages'

if (!(wanted in suites)) {
  console.error(`There is no bench "${wanted}": ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
const result = await suites[wanted as keyof typeof suites]()
console.table(result.rows)
console.log(JSON.stringify(result))
