// Prometheus' own tool reads the metrics and the alert rules, and the rules fire when they should.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { everyMetric } from '../docs/tables.ts'
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

t.test('it accepts the alert rules', skip, async (t) => {
  t.match(promtool(['check', 'rules', rules]), { status: 0, said: /SUCCESS/ })
})

t.test(
  'it accepts the metrics of a server that has served every kind of request',
  { ...ifLong, ...skip },
  async (t) => {
    const site = await createSmallSite(t)
    for (const url of [
      '/news',
      '/en/news/1',
      '/nothing',
      '/api/home/manual/1?lang=zh',
      '/media/files/sheet.txt',
    ])
      await site.get(url)
    t.strictSame(promtool(['check', 'metrics'], (await site.get('/metrics')).body), { status: 0, said: '' })
    t.strictSame(promtool(['check', 'metrics'], await everyMetric()), { status: 0, said: '' })
  },
)

type Series = { series: string; values: string }
type Case = { name: string; every: string; input: Series[]; at: string; alert: string; fires: object[] }

const site = 'job="site",instance="a:3000"'
const breakerOf = (values: string): Series => ({
  series: `site_origin_breaker{${site},call="origin",state="closed"}`,
  values,
})
const failing = (calls: string[]): Series[] =>
  calls.map((call) => ({
    series: `site_origin_seconds_count{${site},call="${call}",outcome="error"}`,
    values: '0+1x60',
  }))
const good: Series = {
  series: `site_origin_seconds_count{${site},call="manual",outcome="2xx"}`,
  values: '0+1x60',
}
const running: Series = { series: `site_build_info{${site},build="b",node="v24"}`, values: '1x60 _x60' }
const slow = (call: string, fast: number): Series[] =>
  Object.entries({ 1: fast, 2.5: fast, 5: 60, '+Inf': 60 }).map(([le, growth]) => ({
    series: `site_origin_seconds_bucket{${site},call="${call}",outcome="2xx",le="${le}"}`,
    values: `0+${growth}x60`,
  }))
const waiting = (channel: string, growth: number): Series => ({
  series: `site_form_notification_oldest_seconds{${site},channel="${channel}",outbox="disk"}`,
  values: `0+${growth}x120`,
})
const faultsOf = (effect: string, values: string): Series => ({
  series: `site_content_faults{${site},effect="${effect}"}`,
  values,
})
const ofServer =
  (metric: string) =>
  (instance: string, values: string): Series => ({
    series: `${metric}{job="site",instance="${instance}"}`,
    values,
  })
const stalled = ofServer('site_renders_stalled_seconds')
const dropped = ofServer('site_log_dropped_total')
const refusedSeries = `site_form_notification_refused{${site},channel="email",outbox="disk"}`
const away = { instance: 'a:3000', severity: 'page' }

const cases: Case[] = [
  {
    name: 'an origin without connections, whose breaker is open, counts as away',
    every: '5s',
    input: [breakerOf('0x635')],
    at: '53m',
    alert: 'OriginAway',
    fires: [away],
  },
  {
    name: 'a breaker that was open for some seconds is nothing to wake anybody for',
    every: '5s',
    input: [breakerOf(`${'1 '.repeat(600)}0 0 1 1 1 1`)],
    at: '50m',
    alert: 'OriginAway',
    fires: [],
  },
  {
    name: 'an origin that hangs counts as away',
    every: '1m',
    input: failing(['menu', 'siteConfig', 'articleList']),
    at: '30m',
    alert: 'OriginAway',
    fires: [away],
  },
  {
    name: 'one call that fails is not an origin that is away',
    every: '1m',
    input: [...failing(['menu']), good],
    at: '30m',
    alert: 'OriginAway',
    fires: [],
  },
  {
    name: 'a slow call is named',
    every: '1m',
    input: [...slow('manual', 10), ...slow('menu', 60)],
    at: '30m',
    alert: 'OriginSlow',
    fires: [{ call: 'manual', severity: 'ticket' }],
  },
  {
    name: 'a notification that has waited for more than an hour is reported by channel',
    every: '1m',
    input: [waiting('email', 60), waiting('webhook', 0)],
    at: '90m',
    alert: 'NotificationsWait',
    fires: [{ channel: 'email', severity: 'ticket' }],
  },
  {
    name: 'a notification that waits for some minutes is not reported',
    every: '1m',
    input: [waiting('email', 60)],
    at: '50m',
    alert: 'NotificationsWait',
    fires: [],
  },
  {
    name: 'a rejected notification is reported by channel',
    every: '1m',
    input: [{ series: refusedSeries, values: '0x10 1x10' }],
    at: '15m',
    alert: 'NotificationsRefused',
    fires: [{ channel: 'email', severity: 'ticket' }],
  },
  {
    name: 'a content file that is kept with its last valid text for half an hour is reported by effect',
    every: '1m',
    input: [faultsOf('kept', '0x10 1x60'), faultsOf('left_out', '0x70'), faultsOf('remark', '3x70')],
    at: '50m',
    alert: 'ContentFaults',
    fires: [{ effect: 'kept', severity: 'ticket' }],
  },
  {
    name: 'a content file that is repaired soon is not reported',
    every: '1m',
    input: [faultsOf('kept', '0x10 1x20 0x40')],
    at: '50m',
    alert: 'ContentFaults',
    fires: [],
  },
  {
    name: 'slots for rendering that are taken and not released are reported by server',
    every: '1m',
    input: [stalled('a:3000', '0x20 16x20'), stalled('b:3000', '0x40')],
    at: '35m',
    alert: 'SitePagesStall',
    fires: [{ instance: 'a:3000', severity: 'page' }],
  },
  {
    name: 'a moment without a free slot for rendering is not reported',
    every: '1m',
    input: [stalled('a:3000', '0x20 4x1 0x20')],
    at: '23m',
    alert: 'SitePagesStall',
    fires: [],
  },
  {
    name: 'lines of the log that were dropped are reported for their server',
    every: '1m',
    input: [dropped('a:3000', '0x10 7x20'), dropped('b:3000', '7x30')],
    at: '15m',
    alert: 'LogLinesDropped',
    fires: [{ instance: 'a:3000', severity: 'ticket' }],
  },
  {
    name: 'a site that runs is not down',
    every: '1m',
    input: [running],
    at: '30m',
    alert: 'SiteDown',
    fires: [],
  },
  {
    name: 'a site without a server is down',
    every: '1m',
    input: [running],
    at: '80m',
    alert: 'SiteDown',
    fires: [{ severity: 'page' }],
  },
  {
    name: 'a server that cannot be scraped is down',
    every: '1m',
    input: [
      running,
      { series: `up{${site}}`, values: '1x60 0x60' },
      { series: 'up{job="x"}', values: '0x120' },
    ],
    at: '80m',
    alert: 'ServerDown',
    fires: [{ job: 'site', instance: 'a:3000', severity: 'ticket' }],
  },
]

for (const { name, every, input, at, alert, fires } of someOf(cases, 3)) {
  t.test(name, skip, async (t) => {
    const file = join(t.testdir(), 'rules.yaml')
    const test = {
      rule_files: [rules],
      evaluation_interval: every,
      tests: [
        {
          interval: every,
          input_series: input,
          promql_expr_test: [
            {
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
              eval_time: at,
              exp_samples: [{ labels: '{}', value: fires.length }],
            },
            ...fires.map((labels) => ({
              expr: `ALERTS${selector({ alertname: alert, alertstate: 'firing', ...labels })}`,
              eval_time: at,
              exp_samples: [
                {
                  labels: `ALERTS${selector({ alertname: alert, alertstate: 'firing', ...labels })}`,
                  value: 1,
                },
              ],
            })),
          ],
        },
      ],
    }
    writeFileSync(file, stringify(test))
    t.match(promtool(['test', 'rules', file]), { status: 0, said: /SUCCESS/ })
  })
}

function selector(labels: object): string {
  return `{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`
}
