// The process: with a bad configuration it says everything that is wrong and does not start.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { nodeArgs } from './commands/process.ts'

const root = join(import.meta.dirname, '../..')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function run(env: Record<string, string>) {
  const args = [...nodeArgs, '--import', './test/hooks.mjs', 'server/main.ts']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

t.test('it exits with 78, names every problem and no secret, and listens to nobody', async (t) => {
  const port = await freePort()
  const { out, err, code } = await run({
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: 'www.site.example',
    API_BASE: 'http://api.example/?x',
    LOG_LEVEL: 'loud',
    OPS_TOKEN: 'hunter2',
    REDIS_URL: 'http://:hunter2@redis.example',
  })
  t.equal(code, 78)
  t.equal(out, '')
  const [first, ...lines] = err.trimEnd().split('\n')
  t.equal(first, 'The configuration is invalid:')
  t.strictSame(
    lines.map((line) => /^ {2}([A-Z_]+) \S/.exec(line)?.[1]),
    ['SITE_URL', 'API_BASE', 'LOG_LEVEL', 'REDIS_URL', 'OPS_TOKEN'],
  )
  t.notMatch(err, 'hunter2')

  const socket = connect(port, '127.0.0.1')
  const [error] = await once(socket, 'error')
  t.match(error, { code: 'ECONNREFUSED' })
})
