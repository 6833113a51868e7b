// Prometheus' own tool reads the metrics and the alert rules, and the rules fire when they should.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { ifLong, someOf } from '../helpers/long.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const rules = join(import.meta.dirname, '../../server/ops/deploy/alerts.yaml')
const isFound = spawnSync('promtool', ['--version']).status === 0
if (!isFound && process.env['PROMTOOL_TESTS'] === 'required')
  t.fail('promtool is missing, and PROMTOOL_TESTS=required')
const skip = isFound ? {} : { skip: 'promtool is not installed' }

function promtool(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

t.test('it accepts the metrics of a server', { ...ifLong, ...skip }, async (t) => {
  const site = await createSmallSite(t)
  for (const url of ['/en/news/1', '/nothing', '/api/home/manual/1?lang=zh']) await site.get(url)
  t.strictSame(promtool(['check', 'metrics'], (await site.get('/metrics')).body), { status: 0, said: '' })
})

type Series = { series: string; values: string }

const site = 'job="site",instance="a:3000"'
/** A series of a metric with these labels. */
const of = (metric: string, labels: string, values: string): Series => ({
  series: `${metric}{${[site, labels].filter(Boolean).join()}}`,
  values,
})
const breakerOf = (values: string) => of('site_upstream_breaker', 'call="upstream",state="closed"', values)
const failing = of('site_upstream_seconds_count', 'call="menu",outcome="error"', '0+1x60')
const good = of('site_upstream_seconds_count', 'call="manual",outcome="2xx"', '0+1x60')
const running = of('site_build_info', 'build="b",node="v24"', '1x60 _x60')
const slow = (call: string, fast: number) =>
  Object.entries({ 1: fast, 2.5: fast, 5: 60, '+Inf': 60 }).map(([le, growth]) =>
    of('site_upstream_seconds_bucket', `call="${call}",outcome="2xx",le="${le}"`, `0+${growth}x60`),
  )
const waiting = (channel: string, growth: number) =>
  of('site_form_outbox_oldest_seconds', `channel="${channel}",outbox="disk"`, `0+${growth}x120`)
const quiet = waiting('webhook', 0)
const faults = (kept: string) =>
  Object.entries({ kept, left_out: '0x70', remark: '3x70' }).map(([effect, values]) =>
    of('site_content_faults', `effect="${effect}"`, values),
  )
const lastGood = of('site_upstream_last_good_timestamp_seconds', '', '60x40')
const away = 'instance="a:3000",severity="page"'
const ticket = (label: string) => `${label},severity="ticket"`
const lostScrape = [of('up', '', '1x60 0x60'), { series: 'up{job="x"}', values: '0x120' }]

/** What fires: the labels of the alert; nothing: ''. */
type Case = [about: string, alert: string, at: string, fires: string, ...input: Series[]]

const cases: Case[] = [
  ['no connections, an open breaker', 'UpstreamAway', '53m', away, breakerOf('0x60')],
  ['one call fails', 'UpstreamAway', '30m', '', failing, good],
  ['a slow call', 'UpstreamSlow', '30m', ticket('call="manual"'), ...slow('manual', 10), ...slow('menu', 60)],
  ['waits for hours', 'NotificationsWait', '90m', ticket('channel="email"'), waiting('email', 60), quiet],
  ['to the content API', 'FormsWait', '50m', 'severity="page"', waiting('upstream', 60)],
  ['calls without a usable response', 'UpstreamStale', '30m', `job="site",${away}`, lastGood, good],
  ['no calls', 'UpstreamStale', '30m', '', lastGood],
  ['kept for half an hour', 'ContentFaults', '50m', ticket('effect="kept"'), ...faults('0x10 1x60')],
  ['a server runs', 'SiteDown', '30m', '', running],
  ['no server', 'SiteDown', '80m', 'severity="page"', running],
  ['no scrape', 'ServerDown', '80m', ticket('job="site",instance="a:3000"'), running, ...lostScrape],
]

t.test(
  'what servers share in Redis is counted once, what each has on its disk is added up',
  skip,
  async (t) => {
    const folder = join(import.meta.dirname, '../../server/ops/deploy')
    const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const shown = panels
      .flatMap(({ targets }) => targets)
      .find(({ expr }) => expr.includes('site_form_outbox{'))
    const input_series = ['a', 'b', 'c'].flatMap((server) =>
      Object.entries({ redis: 5, disk: 1 }).map(([outbox, value]) => ({
        series: `site_form_outbox{instance="${server}",channel="upstream",outbox="${outbox}"}`,
        values: `${value}x5`,
      })),
    )
    const exp_samples = [{ labels: '{channel="upstream"}', value: 8 }]
    const tests = [{ expr: shown?.expr, eval_time: '1m', exp_samples }]
    const file = join(t.testdir(), 'dashboard.yaml')
    writeFileSync(file, stringify({ tests: [{ interval: '1m', input_series, promql_expr_test: tests }] }))
    t.match(promtool(['test', 'rules', file]), { status: 0, said: /SUCCESS/ })
  },
)

for (const [about, alert, at, fires, ...input] of someOf(cases, 6)) {
  t.test(`${alert} ${fires ? 'fires' : 'does not fire'}: ${about}`, skip, async (t) => {
    const file = join(t.testdir(), 'rules.yaml')
    const labels = `alertname="${alert}",alertstate="firing"`
    const named = `ALERTS{${labels},${fires}}`
    const tests = [
      {
        expr: `count(ALERTS{${labels}}) or vector(0)`,
        eval_time: at,
        exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
      },
      ...(fires ? [{ expr: named, eval_time: at, exp_samples: [{ labels: named, value: 1 }] }] : []),
    ]
    const test = {
      rule_files: [rules],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: tests }],
    }
    writeFileSync(file, stringify(test))
    t.match(promtool(['test', 'rules', file]), { status: 0, said: /SUCCESS/ })
  })
}
