// Reports of browsers: taken within limits, counted, and never with more than was agreed.
import t from 'tap'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const report = { kind: 'render', build: 'abc', message: 'TypeError: x is undefined' }

t.test('a report is counted and logged', async (t) => {
  const site = await createSmallSite(t)
  t.equal((await send(site, report)).statusCode, 204)
  t.match((await site.get('/metrics')).body, 'site_client_errors_total{kind="render"} 1')
  const logged = site.lines.find(({ msg }) => msg === 'error in a browser')
  t.match(logged, { clientError: report })
})

t.test('an invalid report is rejected', async (t) => {
  const site = await createSmallSite(t)
  for (const wrong of [
    {},
    { ...report, kind: 'x' },
    { ...report, visitor: 1 },
    { ...report, message: 'x'.repeat(201) },
  ])
    t.equal((await send(site, wrong)).statusCode, 400)
  t.equal((await send(site, { ...report, message: 'x'.repeat(5000) })).statusCode, 413)
  t.match((await site.get('/metrics')).body, 'site_client_errors_total{kind="refused"} 5')
})

t.test('reports are rejected after sixty in a minute, until the next minute', async (t) => {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const site = await createSmallSite(t, { config: { addressRate: 0 }, now: () => clock.now })
  const statuses = []
  for (let count = 0; count < 62; count++) statuses.push((await send(site, report)).statusCode)
  t.strictSame(statuses, [...Array(60).fill(204), 429, 429])
  t.match((await site.get('/metrics')).body, 'site_client_errors_total{kind="render"} 60')
  clock.now += 60_000
  t.equal((await send(site, report)).statusCode, 204)
})

t.test('there is nothing to read', async (t) => {
  const site = await createSmallSite(t)
  t.equal((await site.get('/ops/client-error')).statusCode, 404)
})

function send({ app }: Site, payload: object) {
  return app.inject({ method: 'POST', url: '/ops/client-error', payload })
}
