import t from 'tap'
import { longTest } from './helpers/test-all.ts'
const long = longTest(t.test)
long('a', async (t) => t.ok(1))
long('b', { skip: 'x' }, async (t) => t.ok(1))
