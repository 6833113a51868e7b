// The command line: help texts and exit codes.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { commands } from '../../../server/commands/commands.ts'
import { freePort } from '../../helpers/free-port.ts'
import { ifLong } from '../../helpers/long.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { runProgram, startProgram } from './process.ts'

t.test('every command explains itself', async (t) => {
  const [overview, purge, unknown] = await Promise.all(
    [['--help'], ['purge', '--help'], ['erase']].map((args) => runProgram(args)),
  )
  t.equal(overview?.code, 0)
  for (const name of Object.keys(commands)) {
    t.match(overview?.out, `  ${name}`)
    const { usage } = (await commands[name]?.load()) ?? { usage: '' }
    t.match(usage, name)
  }
  t.match(purge, { code: 0, out: /--tag/, err: '' })
  t.match(unknown, { code: 64, out: '', err: /Unknown command "erase"/ })
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

t.test('check-config names variables that are almost settings, and no others', async (t) => {
  const misspelt = { SITE_ULR: 'http://a.example', OPSTOKEN: 'hunter2hunter2hunter2', site_url: 'x' }
  const others = { HOSTNAME: 'a', LANGUAGE: 'b', REDIS_PORT: 'tcp://10.0.0.1:6379', SITE_SERVICE_HOST: 'c' }
  const { code, err } = await runProgram(['check-config'], { ...misspelt, ...others })
  t.equal(code, 0)
  t.strictSame(err.split('\n'), [
    'OPSTOKEN is not a setting, did you mean OPS_TOKEN?',
    'SITE_ULR is not a setting, did you mean SITE_URL?',
    'site_url is not a setting, did you mean SITE_URL?',
    '',
  ])
})

t.test('check-config names a former setting and what replaces it', async (t) => {
  const { code, err } = await runProgram(['check-config'], { MEDIA_RESIZE: 'off' })
  t.equal(code, 0)
  t.match(
    err,
    'MEDIA_RESIZE is no longer a setting: copies of pictures are always made, but with MEDIA_COPIES',
  )
})

t.test('forms says where no server has been', ifLong, async (t) => {
  for (const dataDir of [join(t.testdir(), 'none'), t.testdir()]) {
    const { code, out, err } = await runProgram(['forms', 'list'], { DATA_DIR: dataDir })
    t.strictSame({ code, out }, { code: 66, out: '' })
    t.match(err, `DATA_DIR ${dataDir} `)
  }
})

t.test(
  'an endpoint that a load balancer blocks is named, with where to run the command',
  ifLong,
  async (t) => {
    const balancer = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not Found</html>')
    }).listen(0, '127.0.0.1')
    t.teardown(() => balancer.close())
    await once(balancer, 'listening')
    const server = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
    for (const args of [
      ['preview', '/news/1'],
      ['purge', '--all'],
    ]) {
      const { code, out, err } = await runProgram([...args, '--server', server])
      t.strictSame({ code, out }, { code: 1, out: '' })
      t.match(err, `404: ${server} has no POST /ops/${args[0]}. `)
      t.match(err, /blocked by a load balancer.* run the command where .* --server/)
      t.notMatch(err, '<html>')
    }
  },
)

t.test('warm, purge and preview ask a running server, and say where there is none', async (t) => {
  const metricsPort = String(await freePort())
  const env = { OPS_TOKEN: 'a-token-of-operators', METRICS_PORT: metricsPort, CONTENT_DIR: smallFolder }
  const { url } = await startProgram(t, env)
  const warmed = await runProgram(['warm', '--server', url, '--at-once', '8'])
  t.match(warmed, { code: 0, err: /^(\d+)\/\1\n$/m })
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const count = Number(/^site_cache_keys (\d+)$/m.exec(await metrics.text())?.[1])
  t.ok(count > 30, `${count} answers are stored`)
  t.equal((await fetch(`http://127.0.0.1:${metricsPort}/`)).status, 404)
  t.equal((await fetch(`${url}/metrics`)).status, 404, 'metrics are at their own port alone')

  const nobody = `http://127.0.0.1:${await freePort()}`
  const [purged, refused, wrong, lost] = await Promise.all([
    runProgram(['purge', '--all', '--hard', '--server', url], env),
    runProgram(['purge', '--all', '--server', url]),
    runProgram(['purge', '--all', '--tag', 'x']),
    runProgram(['warm', '--server', nobody]),
  ])
  const [linked, rejected, unsigned, unnamed, away] = await Promise.all([
    runProgram(['preview', '/en/news/1', '--server', url], env),
    runProgram(['preview', '/none', '--server', url], env),
    runProgram(['preview', '/en/news/1', '--server', url]),
    runProgram(['preview']),
    runProgram(['preview', '/news/1', '--server', nobody], env),
  ])
  t.match(linked, {
    code: 0,
    out: /^http:\/\/localhost:\d+\/en\/news\/1\?preview=1\.\d+\.[\w-]+\n$/,
    err: '',
  })
  const { pathname, search } = new URL(linked.out)
  t.match(await (await fetch(url + pathname + search)).text(), 'preview-bar')
  t.match(rejected, { code: 1, out: '', err: /^400 .*"\/none\\?"/ })
  t.match(unsigned, { code: 1, out: '', err: /^401 / })
  t.match(unnamed, { code: 64, out: '', err: /--server/ })
  t.match(away, { code: 69, out: '', err: nobody })
  t.match(purged, { code: 0, out: /^\{"purged":\d+,"mode":"hard"\}\n$/, err: '' })
  t.match(refused, { code: 1, out: '', err: /^401 / })
  t.match(wrong, { code: 64, out: '', err: /--hard/ })
  t.match(lost, { code: 69, out: '', err: nobody })
})
