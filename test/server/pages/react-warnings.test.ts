// What only React's development build writes to the console: missing keys, wrong nesting, unknown attributes.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { ifLong } from '../../helpers/long.ts'
import { nodeArgs } from '../commands/process.ts'

t.test('React has no warning about any page kind', ifLong, async (t) => {
  const args = [...nodeArgs, '--import', './test/hooks.mjs', 'test/server/pages/documents.test.ts']
  const env = { ...process.env, REACT_BUILD: 'development' }
  const { stderr } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 10_000_000 })
  t.equal(stderr, '')
})
