// The histogram of requests says the same as the library's own.
import { Histogram, Registry } from 'prom-client'
import t from 'tap'
import { createQuickHistogram } from '../../../server/ops/quick-histogram.ts'

t.test('it writes what the library writes', async (t) => {
  const options = { name: 'seconds', help: 'Help', buckets: [0.01, 0.1, 1] }
  const [ours, theirs] = [new Registry(), new Registry()]
  const quick = createQuickHistogram({ ...options, registers: [ours] })
  const library = new Histogram({ ...options, labelNames: ['route', 'status'], registers: [theirs] })
  for (const status of ['2xx', '5xx']) {
    const observe = quick({ route: 'page', status })
    for (const value of [0.005, 0.01, 0.02, 0.5, 1, 7]) {
      observe(value)
      library.observe({ route: 'page', status }, value)
    }
  }
  const lines = async (register: Registry) =>
    (await register.metrics())
      .split('\n')
      .map((line) => line.replace(/\{(.*)\}/, (_, list: string) => list.split(',').sort().join()))
  t.strictSame((await lines(ours)).sort(), (await lines(theirs)).sort())
})
