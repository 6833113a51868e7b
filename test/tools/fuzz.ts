// npm run tool -- fuzz --minutes 10 --seed 1: runs the fuzzer. Prints violations; exit code 1 if there are any.
import { parseArgs } from 'node:util'
import t from 'tap'
import { fuzz } from './fuzz-run.ts'

const minuteMs = 60_000

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now())
const end = Date.now() + Number(values.minutes ?? 1) * minuteMs

t.setTimeout(0)
const { requests, statuses, problems } = await fuzz(t, seed, () => Date.now() > end)
t.comment(`seed ${seed}: ${requests} requests, ${JSON.stringify(statuses)}`)
t.strictSame(problems, [])
