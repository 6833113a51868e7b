// Alert rules and the dashboard use metrics, labels and values that exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { metricTable } from '../../server/telemetry/metrics.ts'
import { processMetrics, routes } from '../docs/tables.ts'

const folder = join(import.meta.dirname, '../../server/ops/deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Rule = { expr: string }
const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (one) => one.rules,
)
type Panel = { targets: { expr: string; legendFormat: string }[] }
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const targets = panels.flatMap((panel) => panel.targets)

/** Names with their labels, as a scrape has them. */
async function known() {
  const labels = new Map<string, Set<string>>()
  const add = (name: string, own: readonly string[]) =>
    labels.set(name, new Set([...(labels.get(name) ?? ['instance', 'job', 'le']), ...own]))
  const scrape = await processMetrics()
  for (const [type, definitions] of Object.entries(metricTable))
    for (const [name, [, ...own]] of Object.entries(definitions)) {
      t.match(scrape, `\n# TYPE ${name} ${type}\n`)
      for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
        add(name + suffix, own)
    }
  for (const [, name = '', list = ''] of scrape.matchAll(/^((?:nodejs|process)_\w+)(?:\{(.*)\})? /gm))
    add(name, list.match(/\w+(?==")/g) ?? [])
  return labels
}

const names = (expr: string) => [...expr.matchAll(/\b(?:site|nodejs|process)_\w+/g)].map(([name]) => name)

t.test('every metric and label of alerts and dashboard exists', async (t) => {
  const labels = await known()
  t.ok(rules.length >= 10 && targets.length >= 18)
  for (const { expr } of [...rules, ...targets]) {
    t.ok(names(expr).length > 0, expr)
    const used = names(expr).map((name) => labels.get(name) ?? t.fail(`${name} in ${expr}`))
    const all = new Set(used.flatMap((one) => (one instanceof Set ? [...one] : [])))
    const selected = [...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!=|=)\s*"/g)].map(([, name = '']) => name)
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    for (const label of [...selected, ...grouped]) t.ok(all.has(label), `${label} in ${expr}`)
    for (const [, list = ''] of expr.matchAll(/route=~?"([^"]+)"/g))
      for (const route of list.split('|')) t.ok(routes.includes(route), route)
  }
  for (const { expr, legendFormat } of targets)
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      t.ok(
        names(expr).some((name) => labels.get(name)?.has(label)),
        `${label} in the legend of ${expr}`,
      )
})
