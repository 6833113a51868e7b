// The counter of calls says the same as the library's own.
import { Counter, Registry } from 'prom-client'
import t from 'tap'
import { createQuickCounter } from '../../../server/ops/quick-counter.ts'

t.test('it writes what the library writes', async (t) => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const quick = createQuickCounter({ name: 'calls_total', help: 'Help', registers: [ours] })
  const library = new Counter({
    name: 'calls_total',
    help: 'Help',
    labelNames: ['outcome', 'tier'],
    registers: [theirs],
  })
  for (const outcome of ['hit', 'miss']) {
    const count = quick({ outcome, tier: 'memory' })
    for (let done = 0; done < 3; done++) {
      count()
      library.inc({ outcome, tier: 'memory' })
    }
  }
  t.equal(await ours.metrics(), await theirs.metrics())
})
