import t from 'tap'
import { runProgram } from './process.ts'

t.test('the program lists its commands, and a command explains itself', async (t) => {
  const [overview, unknown] = await Promise.all([['--help'], ['erase']].map((args) => runProgram(args)))
  t.match(overview, { code: 0, err: '' })
  t.match(unknown, { code: 64, out: '', err: /Unknown command "erase"/ })
  const names = [...(overview?.out ?? '').matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = '']) => name)
  t.ok(names.length > 5)
  const help = await runProgram(['backup', '--help'])
  t.match(help, { code: 0, out: /main\.js backup DIR/, err: '' })
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

t.test('check-config names every mistake, or what counts, and no secret', async (t) => {
  const wrong = { PORT: 'x', SITE_URL: 'y', DRAIN_SECONDS: '-1', OPS_TOKEN: 'hunter2' }
  const right = { PORT: '8080', OPS_TOKEN: 'hunter2hunter2hunter2' }
  const [mistakes, good] = await Promise.all([
    runProgram(['check-config'], wrong),
    runProgram(['check-config'], right),
  ])
  t.equal(mistakes.code, 78)
  for (const name of Object.keys(wrong)) t.match(mistakes.err, `  ${name} `)
  t.match(good, { code: 0, out: /^PORT=8080$/m })
  t.match(good.out, /^OPS_TOKEN=\(set\)$/m)
  t.notMatch(mistakes.err + good.out, 'hunter2')
})

t.test('check-config names variables that are almost settings or former ones, and no others', async (t) => {
  const misspelt = {
    SITE_ULR: 'http://a.example',
    OPSTOKEN: 'hunter2hunter2hunter2',
    site_url: 'x',
    ORIGIN_CA: 'ca.pem',
    METRICS_PORT: 'tcp://10.0.0.1:9090',
  }
  const others = { HOSTNAME: 'a', LANGUAGE: 'b', REDIS_PORT: 'tcp://10.0.0.1:6379', SITE_SERVICE_HOST: 'c' }
  const { code, err } = await runProgram(['check-config'], { ...misspelt, ...others })
  t.equal(code, 0)
  t.strictSame(err.split('\n'), [
    'METRICS_PORT is the address of a Kubernetes service, not a port: its default applies',
    'OPSTOKEN is not a setting, did you mean OPS_TOKEN?',
    'ORIGIN_CA is no longer a setting: NODE_EXTRA_CA_CERTS of Node.js names the file',
    'SITE_ULR is not a setting, did you mean SITE_URL?',
    'site_url is not a setting, did you mean SITE_URL?',
    '',
  ])
})
