// Trace context: the visitor's traceparent and tracestate reach the upstream with each request made for the visitor.
import t from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { createClock, hour } from '../../cache/helpers/clock.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const clock = createClock()
const site = await createSmallSite(t, { now: clock.now })
const trace = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
}

/** The trace fields of the requests that the upstream received since the last call. */
const sent = () =>
  site.origin.requests
    .splice(0)
    .map(({ headers: { traceparent, tracestate } }) => ({ traceparent, tracestate }))

t.test('documents, payloads, islands, calls and media carry them unchanged', async (t) => {
  const props = { locale: 'en', model: 'news', id: 1, limit: 3 } as const
  const paths = [
    ...[
      '/en/news/1',
      `/en/product/_payload.json?${site.build.id}`,
      '/api/home/about/1',
      '/media/files/sheet.txt',
    ],
    islandUrl({ name: 'RecommendedArticles', props }, site.build.id),
  ]
  for (const url of paths) {
    // Longer than anything is stored.
    clock.advance(720 * hour)
    await site.get(url, trace)
    const requests = sent()
    t.strictSame(requests, Array(requests.length || 1).fill(trace), url)
  }
})

t.test('nothing is invented, and no other form is passed on', async (t) => {
  const { traceparent, tracestate } = trace
  for (const [given, passed] of [
    [{}, {}],
    [{ traceparent: 'x', tracestate }, {}],
    [{ traceparent: traceparent.toUpperCase() }, {}],
    // A state belongs to a parent.
    [{ tracestate }, {}],
    [{ traceparent, tracestate: 'a='.padEnd(513, 'b') }, { traceparent }],
  ] as [Record<string, string>, object][]) {
    await site.get('/api/home/other', given, { method: 'DELETE' })
    t.strictSame(sent(), [{ traceparent: undefined, tracestate: undefined, ...passed }])
  }
})
