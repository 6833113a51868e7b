// Reports of policy violations: taken in both formats, counted by directive, and never believed.
import t from 'tap'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const url = '/ops/csp-report'
const old = (report: object) => ({ 'csp-report': report })
const violation = (body: object) => ({ type: 'csp-violation', age: 1, url: 'https://x', body })

const clock = { now: Date.UTC(2026, 0, 1) }
const site = await createSmallSite(t, { config: { addressRate: 0 }, now: () => clock.now })

t.test('policy reports are counted and logged, without what they say of visitors', async (t) => {
  const single = old({
    'document-uri': 'https://site.example/news?keywords=secret',
    'effective-directive': 'img-src',
    'blocked-uri': 'https://img.example/private?who=me',
  })
  t.equal((await send(site, single, 'application/csp-report')).statusCode, 204)
  const several = [
    violation({ effectiveDirective: 'script-src-elem', blockedURL: 'inline' }),
    violation({ effectiveDirective: 'img-src', blockedURL: 'https://img.example/x' }),
    { type: 'deprecation', body: {} },
  ]
  t.equal((await send(site, several, 'application/reports+json')).statusCode, 204)
  const { body } = await site.get('/metrics')
  t.match(body, 'site_policy_reports_total{directive="img-src"} 2')
  t.match(body, 'site_policy_reports_total{directive="script-src-elem"} 1')
  const lines = site.lines.filter(({ msg }) => msg === 'content security policy violated')
  t.strictSame(
    lines.map(({ report }) => report),
    [
      { directive: 'img-src', blocked: 'https://img.example' },
      { directive: 'script-src-elem', blocked: 'inline' },
      { directive: 'img-src', blocked: 'https://img.example' },
    ],
  )
})

t.test('policy reports of another shape are not taken', async (t) => {
  const wrong = [{}, [], null, 'x', 1, { 'csp-report': 1 }, [1], [{ type: 1 }], Array(21).fill(violation({}))]
  const statuses = []
  for (const body of wrong) statuses.push((await send(site, body)).statusCode)
  t.strictSame(statuses, [400, 204, 400, 400, 400, 400, 400, 400, 400])
  t.equal((await send(site, 'x'.repeat(20_000))).statusCode, 413)
  t.equal((await send(site, {}, 'text/plain')).statusCode, 415)
  t.equal((await site.get(url)).statusCode, 404, 'there is nothing to read')
})

t.test('policy reports make no new labels, whatever they name', async (t) => {
  for (const name of ['__proto__', 'a"} 1\nevil{x="', 'x'.repeat(5000)])
    await send(site, old({ 'effective-directive': name }))
  const { body } = await site.get('/metrics')
  const labels = [...body.matchAll(/site_policy_reports_total\{directive="([^"]*)"\}/g)].map(
    ([, label]) => label,
  )
  t.strictSame(labels.sort(), ['img-src', 'other', 'refused', 'script-src-elem'])
})

t.test('policy reports are rejected after 120 in a minute, until the next minute', async (t) => {
  clock.now += 60_000
  const statuses = []
  for (let count = 0; count < 122; count++) statuses.push((await send(site, old({}))).statusCode)
  t.strictSame(statuses, [...Array(120).fill(204), 429, 429])
  clock.now += 60_000
  t.equal((await send(site, old({}))).statusCode, 204)
})

function send({ app }: Site, body: unknown, type = 'application/json') {
  return app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: JSON.stringify(body) })
}
