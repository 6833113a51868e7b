// What only React's development build reports: missing keys, wrong nesting, unknown attributes.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { ifLong } from '../../helpers/long.ts'
import { nodeArgs } from '../commands/process.ts'

const root = join(import.meta.dirname, '../../..')

t.test('React has no warning about any page kind', ifLong, async (t) => {
  const args = [...nodeArgs, '--import', './test/hooks.mjs', 'test/helpers/react-warnings.ts']
  const env = { ...process.env, REACT_BUILD: 'development' }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  t.match(stdout, /^ok 1 - every page kind/m)
  t.equal(stderr, '')
})
