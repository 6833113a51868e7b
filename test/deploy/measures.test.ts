// Alert rules and the dashboard use metrics, labels and values that exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { createMetrics } from '../../server/telemetry/metrics.ts'
import { routeKinds } from '../../server/telemetry/request-metrics.ts'

const folder = join(import.meta.dirname, '../../server/ops/deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }
const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (one) => one.rules,
)
type Panel = { id: number; title: string; targets: { expr: string; legendFormat: string }[] }
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const targets = panels.flatMap((panel) => panel.targets)

/** Names with their labels, as a scrape has them; made once with everything that can happen. */
async function known() {
  const metrics = createMetrics({ ofProcess: true, build: 'b' })
  metrics.requests.observe('page', 200, 0.1)
  metrics.requests.countAbort('page')
  metrics.renders.observe('document', 0.1)
  metrics.renders.watchStalled(() => 0)
  metrics.watchLog(() => 0)
  metrics.observeOrigin('menu', 0.1, 200)
  metrics.watchOrigin({ breakerState: () => 'closed', problems: () => [] })
  metrics.countOutcome('hit', 'api', 'memory')
  metrics.countRejected('search')
  metrics.forms.countSubmission('accepted')
  metrics.forms.countOutcome('delivered')
  metrics.watchCache(() => ({ bytes: 1, count: 1 }))
  const outbox = { name: 'disk', usage: async () => ({ waiting: 0, refused: 0, oldestMs: 0 }) }
  metrics.forms.watchOutboxes([outbox as never])
  metrics.forms.countNotification('email', 'delivered')
  metrics.forms.watchChannels([{ channel: 'email', outboxes: [outbox] }])
  const labels = new Map<string, Set<string>>()
  for (const line of (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'))) {
    const [, name = '', list = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const found = labels.get(name) ?? new Set(['instance', 'job'])
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) found.add(label)
    labels.set(name, found)
  }
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
  }
  for (const { expr, legendFormat } of targets)
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      t.ok(
        names(expr).some((name) => labels.get(name)?.has(label)),
        `${label} in the legend of ${expr}`,
      )
})

t.test('every kind of route in them exists', async (t) => {
  for (const { expr } of [...rules, ...targets]) {
    for (const [, list = ''] of expr.matchAll(/route=~?"([^"]+)"/g))
      for (const route of list.split('|')) t.ok((routeKinds as readonly string[]).includes(route), route)
  }
})

t.test('every metric of the site is on the dashboard or in an alert', async (t) => {
  const shown = new Set([...rules, ...targets].flatMap(({ expr }) => names(expr)))
  for (const name of (await known()).keys()) {
    const base = name.replace(/_(?:bucket|sum|count)$/, '')
    const isShown = [...shown].some(
      (one) => one === name || one.replace(/_(?:bucket|sum|count)$/, '') === base,
    )
    if (name.startsWith('site_')) t.ok(isShown || name === 'site_cache_keys', name)
  }
})

t.test('every alert says how urgent it is and what it is about', async (t) => {
  for (const { alert, labels, annotations } of rules) {
    t.match(labels.severity, /^(?:page|ticket)$/, alert)
    t.ok(annotations.summary, alert)
  }
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
})
