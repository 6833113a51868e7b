// The start of a server: what it cannot run with, and what it prints in a terminal and into a pipe.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { freePort } from '../../helpers/free-port.ts'
import type { LogLine } from '../../helpers/log.ts'
import { ifLong } from '../../helpers/long.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { nodeArgs, program, runProgram, startProgram } from './process.ts'

const starts = [[], ['check-config']]

t.test('what a server cannot start with is named, all at once, with exit code 78', async (t) => {
  const folder = t.testdir({ file: '' })
  const env = {
    NODE_ENV: 'production',
    CONTENT_DIR: join(folder, 'nowhere'),
    DATA_DIR: join(folder, 'file', 'data'),
    LOG_LEVEL: 'loud',
    REDIS_URL: 'redis+sentinel://127.0.0.1:1',
  }
  for (const args of starts) {
    const { code, out, err } = await runProgram(args, env)
    t.match({ code, out }, { code: 78, out: '' })
    const [first, ...lines] = err.trimEnd().split('\n')
    t.equal(first, 'The configuration is invalid:')
    t.match(lines, [
      /^ {2}SITE_URL must be set where NODE_ENV is production: .*SITE_URL=http:\/\/localhost:3000/,
      /^ {2}CONTENT_DIR is not a folder that this process can read$/,
      /^ {2}DATA_DIR is not a folder that this process can write or create$/,
      /^ {2}REDIS_URL must name the primary as the Sentinels do, like redis\+sentinel:/,
      /^ {2}LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent$/,
    ])
    t.equal(lines.length, 5)
  }
})

t.test('a file is not a folder, and the content of an upstream needs none', async (t) => {
  const folder = t.testdir({ file: '', data: {} })
  const file = join(folder, 'file')
  const wrong = await runProgram(['check-config'], { CONTENT_DIR: file, DATA_DIR: file })
  t.match(wrong.err, /^ {2}CONTENT_DIR is not a folder .*\n {2}DATA_DIR is not a folder /m)
  const production = { NODE_ENV: 'production', SITE_URL: 'https://site.example/' }
  const upstream = { API_BASE: 'http://api.example/', REDIS_URL: 'redis://127.0.0.1:1' }
  const right = { ...production, ...upstream, DATA_DIR: join(folder, 'data', 'new', 'one') }
  t.match(await runProgram(['check-config'], right), { code: 0, err: '' })
})

t.test('drafts are shown from a folder, with a password', async (t) => {
  const env = { DATA_DIR: t.testdir(), SHOW_DRAFTS: 'on' }
  const upstream = { API_BASE: 'http://api.example' }
  for (const args of starts) {
    const { code, err } = await runProgram(args, { ...env, ...upstream })
    t.equal(code, 78)
    t.equal(
      err,
      'The configuration is invalid:\n' +
        '  SHOW_DRAFTS must be off with API_BASE: the drafts are those of a content folder\n' +
        '  PREVIEW_PASSWORD must be set, because SHOW_DRAFTS is on\n',
    )
    t.match(await runProgram(args, env), { code: 78, err: /^ {2}PREVIEW_PASSWORD must be set/m })
  }
  const short = await runProgram(['check-config'], { ...env, PREVIEW_PASSWORD: 'short' })
  t.match(short, { code: 78, err: /PREVIEW_PASSWORD must be at least 8 characters without spaces; it has 5/ })
  const withPassword = { ...env, PREVIEW_PASSWORD: 'correct-horse' }
  t.match(await runProgram(['check-config'], withPassword), { code: 0, err: '' })
  const development = { ...upstream, NODE_ENV: 'development', DATA_DIR: env.DATA_DIR }
  t.match(await runProgram(['check-config'], development), { code: 0, err: '' })
})

t.test('the address of a Kubernetes service in METRICS_PORT is named and ignored', async (t) => {
  const problem = 'METRICS_PORT is the address of a Kubernetes service, not a port: its default applies'
  for (const METRICS_PORT of ['tcp://10.0.0.1:9090', ' udp://[fd00::1]:9090']) {
    const { code, out, err } = await runProgram(['check-config'], { METRICS_PORT, DATA_DIR: t.testdir() })
    t.match({ code, err }, { code: 0, err: `${problem}\n` })
    t.match(out, '\nMETRICS_PORT=0\n')
  }
  const env = { METRICS_PORT: 'tcp://10.0.0.1:9090', CONTENT_DIR: smallFolder }
  const { url, lines } = await startProgram(t, env)
  t.match(
    lines.find(({ msg }) => msg === 'environment variable ignored'),
    { level: 40, problem },
  )
  t.equal((await fetch(`${url}/metrics`)).status, 200)
  for (const wrong of [
    { METRICS_PORT: '10.0.0.1:9090' },
    { METRICS_PORT: 'http://10.0.0.1' },
    { METRICS_PORT: '70000' },
    { PORT: 'tcp://10.0.0.1:9090' },
  ])
    for (const args of starts) t.equal((await runProgram(args, wrong)).code, 78, JSON.stringify(wrong))
})

t.test('a secret may be in a file, which is named where it cannot be used', async (t) => {
  const folder = t.testdir({ token: '0123456789abcdef\n', empty: '\n' })
  const config = (env: Record<string, string>) => runProgram(['check-config'], { DATA_DIR: folder, ...env })
  const OPS_TOKEN_FILE = join(folder, 'token')
  t.match(await config({ OPS_TOKEN_FILE }), { code: 0, err: '', out: /^OPS_TOKEN=\(set\)$/m })
  const { url } = await startProgram(t, {
    OPS_TOKEN_FILE,
    CONTENT_DIR: smallFolder,
    TRUST_PROXY: '127.0.0.1',
  })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const authorization = 'Bearer 0123456789abcdef'
  t.equal((await fetch(`${url}/metrics`, { headers })).status, 404)
  t.equal((await fetch(`${url}/metrics`, { headers: { ...headers, authorization } })).status, 200)
  const unread = 'must be in the file that OPS_TOKEN_FILE names: it cannot be read or is empty'
  for (const name of ['empty', 'missing', '.'])
    t.match(await config({ OPS_TOKEN_FILE: join(folder, name) }), {
      code: 78,
      err: `The configuration is invalid:\n  OPS_TOKEN ${unread}\n`,
    })
  const twice = await config({ OPS_TOKEN_FILE, OPS_TOKEN: 'fedcba9876543210' })
  t.match(twice, { code: 78, err: /^ {2}OPS_TOKEN must not be set together with OPS_TOKEN_FILE$/m })
  t.match(await config({ OPS_TOKNE_FILE: OPS_TOKEN_FILE }), { err: /did you mean OPS_TOKEN_FILE\?/ })
})

t.test('check-config prints what applies, not what was written', async (t) => {
  const folder = t.testdir()
  const { out } = await runProgram(['check-config'], {
    DATA_DIR: folder,
    CONTENT_DIR: smallFolder,
    SHOW_DRAFTS: 'on',
    PREVIEW_PASSWORD: 'correct-horse',
    REDIS_URL: 'redis://redis.example',
    SITE_URL: 'https://site.example//',
  })
  for (const line of ['ROBOTS=deny', 'REDIS_URL=', 'SITE_URL=https://site.example', `DATA_DIR=${folder}`])
    t.match(`\n${out}`, `\n${line}\n`)
  const upstream = await runProgram(['check-config'], { DATA_DIR: folder, API_BASE: 'http://api.example' })
  for (const line of ['CACHE_SNAPSHOT_SECONDS=60', 'CONTENT_DIR=', 'PREVIEW_PASSWORD='])
    t.match(upstream.out, `\n${line}\n`)
})

const isRoot = process.getuid?.() === 0

t.test('a folder without permission is named', { skip: isRoot && 'root may write anywhere' }, async (t) => {
  const folder = t.testdir({ data: {} })
  chmodSync(join(folder, 'data'), 0o500)
  const { code, err } = await runProgram(['check-config'], { DATA_DIR: join(folder, 'data/below') })
  t.equal(code, 78)
  t.match(err, /^ {2}DATA_DIR /m)
})

t.test('the embedded content API as a server of its own checks its folders', async (t) => {
  const { code, err } = await runProgram(['origin'], { CONTENT_DIR: '/nowhere', NODE_ENV: 'production' })
  t.equal(code, 78)
  t.equal(err, 'The configuration is invalid:\n  CONTENT_DIR is not a folder that this process can read\n')
})

t.test('a pipe gets JSON alone', ifLong, async (t) => {
  const { lines } = await startProgram(t, { CONTENT_DIR: smallFolder })
  t.ok(lines.some(({ msg }) => msg.startsWith('Server listening at ')))
})

t.test('a server with the DATA_DIR of another one says what that means, in one line', ifLong, async (t) => {
  const env = { CONTENT_DIR: smallFolder, DATA_DIR: t.testdir() }
  const warnings = ({ lines }: { lines: LogLine[] }) =>
    lines.filter(({ msg }) => msg.startsWith('another server uses this DATA_DIR: '))
  const own = ({ lines }: { lines: LogLine[] }) =>
    lines.filter(({ msg }) => msg.startsWith('embedded content without REDIS_URL: '))
  const first = await startProgram(t, env)
  t.equal(warnings(first).length, 0)
  t.equal(own(first).length, 1)
  const second = await startProgram(t, env)
  t.match(warnings(second), [{ level: 40, dataDir: env.DATA_DIR }])
  for (const { child, ended } of [second, first]) {
    child.kill('SIGKILL')
    await ended
  }
  t.equal(warnings(await startProgram(t, env)).length, 0, 'a killed server holds no lock')
})

const hasTerminal = spawnSync('script', ['--version']).status === 0

t.test(
  'a terminal gets lines for people, and the URL on a line of its own',
  { skip: !hasTerminal },
  async (t) => {
    const port = await freePort()
    const child = spawn(
      'script',
      ['-qec', `exec '${process.execPath}' ${nodeArgs.join(' ')} '${program}'`, '/dev/null'],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          SHELL: '/bin/sh',
          HOST: '127.0.0.1',
          PORT: String(port),
          DATA_DIR: t.testdir(),
          CONTENT_DIR: smallFolder,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const ended = once(child, 'exit')
    t.teardown(async () => {
      child.kill('SIGTERM')
      await ended
    })
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line.trim())
      if (line.trim() === `http://127.0.0.1:${port}`) break
    }
    t.equal(lines.at(-1), `http://127.0.0.1:${port}`)
    t.match(lines[0], /^\d\d:\d\d:\d\d info {2}\S/)
    t.notOk(lines.some((line) => line.startsWith('{')))
  },
)
