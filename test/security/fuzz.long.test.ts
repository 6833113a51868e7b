// A short run of the fuzzer; `npm run tool -- fuzz --minutes 10` is a long one.
import t from 'tap'
import { fuzz } from '../tools/fuzz-run.ts'

const batches = 5
const seed = 20_261_121

t.test('no random request causes a server error, or changes a response for others', async (t) => {
  const { requests, statuses, problems } = await fuzz(t, seed, (done) => done === batches)
  t.strictSame(problems, [])
  t.equal(requests, batches * 100)
  for (const status of [200, 400, 404, 405])
    t.ok((statuses[status] ?? 0) > 10, `${status} is among the answers`)
})
