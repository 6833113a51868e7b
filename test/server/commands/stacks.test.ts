// Stacks in the log of the built server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createTestOrigin } from '../../helpers/origin.ts'
import { until } from '../../helpers/until.ts'
import { startProgram } from './process.ts'

const root = join(import.meta.dirname, '../../..')

t.test('the stack of a logged error names source files and lines', async (t) => {
  const origin = await createTestOrigin(t)
  const { url, lines } = await startProgram(t, { API_BASE: origin.url })
  origin.json('/api/home/article/detail/1', {}, 500)
  t.equal((await fetch(`${url}/news/1`)).status, 502)
  await until(() => lines.some(({ msg }) => msg === 'request failed'))
  const { err } = lines.find(({ msg }) => msg === 'request failed') as { err?: { stack?: string } }
  const stack = err?.stack ?? ''
  t.notMatch(stack, 'dist/server/')
  const frames = [...stack.matchAll(/((?:server|shared|client)\/[\w/-]+\.tsx?):(\d+):(\d+)/g)]
  t.ok(frames.length > 1, stack)
  for (const [frame, file = '', line, column] of frames) {
    const code = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? ''
    t.match(code.slice(Number(column) - 1), /^[\w({[]/, `${frame}: ${code}`)
  }
  const [, file = '', line] = frames[0]!
  t.match(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1], /\bnew |Error\(/)
})
