// The start of the program: its commands, what a server cannot run with, and what check-config says of its settings.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { smallFolder } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { runProgram } from './process.ts'

t.test('what a server cannot start with is named, all at once, with exit code 78', async (t) => {
  const folder = t.testdir({ file: '' })
  const env = {
    NODE_ENV: 'production',
    CONTENT_DIR: join(folder, 'nowhere'),
    DATA_DIR: join(folder, 'file', 'data'),
    LOG_LEVEL: 'loud',
    REDIS_URL: 'redis+sentinel://127.0.0.1:1',
    OPS_TOKEN: 'hunter2',
  }
  for (const args of [[], ['check-config']]) {
    const { code, out, err } = await runProgram(args, env)
    t.match({ code, out }, { code: 78, out: '' })
    const [first, ...lines] = err.trimEnd().split('\n')
    t.equal(first, 'The configuration is invalid:')
    t.match(lines, [
      /^ {2}SITE_URL must be set where NODE_ENV is production: .*SITE_URL=http:\/\/localhost:3000/,
      /^ {2}CONTENT_DIR is not a folder that this process can read$/,
      /^ {2}DATA_DIR is not a folder that this process can write or create$/,
      /^ {2}REDIS_URL must be a URL like .* redis\+sentinel:.*; the name of the primary, or /,
      /^ {2}OPS_TOKEN must be at least /,
      /^ {2}LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent$/,
    ])
    t.equal(lines.length, 6)
    t.notMatch(err, 'hunter2')
  }
})

t.test(
  'check-config prints what counts, without secrets, and names variables that are ignored',
  async (t) => {
    const misspelt = {
      SITE_ULR: 'http://a.example',
      OPSTOKEN: 'hunter2hunter2hunter2',
      OPS_TOKNE_FILE: '/token',
      site_url: 'x',
      ORIGIN_CA: 'ca.pem',
      METRICS_PORT: 'tcp://10.0.0.1:9090',
    }
    const others = {
      HOSTNAME: 'a',
      LANGUAGE: 'b',
      REDIS_PORT: 'tcp://10.0.0.1:6379',
      SITE_SERVICE_HOST: 'c',
      FORM_NAM: '',
    }
    const DATA_DIR = t.testdir({ token: 'hunter2hunter2hunter2\n' })
    const used = { PORT: '8080', OPS_TOKEN_FILE: join(DATA_DIR, 'token'), DATA_DIR }
    const { code, out, err } = await runProgram(['check-config'], { ...used, ...misspelt, ...others })
    t.equal(code, 0)
    t.match(out, /^PORT=8080$/m)
    t.match(out, /^OPS_TOKEN=\(set\)$/m)
    t.strictSame(err.split('\n'), [
      'METRICS_PORT is the address of a Kubernetes service, not a port: its default applies',
      'OPSTOKEN is not a setting, did you mean OPS_TOKEN?',
      'OPS_TOKNE_FILE is not a setting, did you mean OPS_TOKEN_FILE?',
      'ORIGIN_CA is no longer a setting: NODE_EXTRA_CA_CERTS of Node.js names the file',
      'SITE_ULR is not a setting, did you mean SITE_URL?',
      'site_url is not a setting, did you mean SITE_URL?',
      '',
    ])
    t.notMatch(out + err, 'hunter2')
  },
)

t.test('the program lists its commands, and a command explains itself', async (t) => {
  const [overview, unknown] = await Promise.all([['--help'], ['erase']].map((args) => runProgram(args)))
  t.match(overview, { code: 0, err: '' })
  t.match(unknown, { code: 64, out: '', err: /Unknown command "erase"/ })
  const names = [...(overview?.out ?? '').matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = '']) => name)
  t.ok(names.length > 5)
  const help = await runProgram(['backup', '--help'])
  t.match(help, { code: 0, out: /main\.js backup DIR/, err: '' })
})

t.test('a server whose port is in use ends with one line that names it, and exit code 1', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const taken = String((other.address() as AddressInfo).port)
  const rows = [
    [['serve'], { PORT: taken }, 'HOST, PORT'],
    [['serve'], { PORT: '0', METRICS_PORT: taken }, 'METRICS_PORT'],
    [['origin'], { PORT: taken }, 'HOST, PORT'],
  ] as const
  const starts = rows.map(async ([args, ports, names]) => {
    const place = { HOST: '127.0.0.1', DATA_DIR: temporaryFolder(t, 'data'), CONTENT_DIR: smallFolder }
    const { code, out, err } = await runProgram([...args], { ...place, ...ports })
    t.strictSame({ code, err }, { code: 1, err: '' })
    const { level, msg, ...more } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')
    t.equal(level, 60)
    t.equal(msg, `cannot listen (${names}): listen EADDRINUSE: address already in use 127.0.0.1:${taken}`)
    t.strictSame(Object.keys(more), ['time'])
  })
  await Promise.all(starts)
})

t.test('on a Node that is too old it says in one line which one it needs', async (t) => {
  const { code, out, err } = await runProgram([], {}, [
    `--import=data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
    )}`,
  ])
  t.strictSame(
    { code, out, err },
    { code: 1, out: '', err: 'Node 22.23 or newer is needed; this is Node 20.20.2.\n' },
  )
})
