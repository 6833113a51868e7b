// A log that cannot be written neither stops nor delays the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import t, { type Test } from 'tap'
import { freePort } from '../../helpers/free-port.ts'
import { ifLong } from '../../helpers/long.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'
import { nodeArgs, program } from '../commands/process.ts'

/** A server whose standard output is `stdout`, and is not read. */
async function startWith(t: Test, stdout: number | 'pipe') {
  const port = await freePort()
  const env = { PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: temporaryFolder(t), DRAIN_SECONDS: '0' }
  const child: ChildProcess = spawn(process.execPath, [...nodeArgs, program], {
    env: { PATH: process.env['PATH'] ?? '', ADDRESS_RATE: '0', CONTENT_DIR: smallFolder, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isReady, { limitMs: 120_000, what: url })
  return { url, child }
}

type Started = Awaited<ReturnType<typeof startWith>>

async function servesAndNamesDroppedLines(t: Test, { url }: Started) {
  t.equal((await fetch(`${url}/news`)).status, 200)
  const ready = async () => (await (await fetch(`${url}/readyz`)).json()) as Record<string, unknown>
  await until(async () => (await ready())['status'] === 'ok')
  const { warnings } = await ready()
  t.match(warnings, [/^log lines dropped: /])
  const scrape = await (await fetch(`${url}/metrics`)).text()
  t.match(scrape, '\nsite_fault{fault="log lines dropped"} 1\n')
  const dropped = /^site_log_dropped_total (\d+)$/m.exec(scrape)
  t.ok(Number(dropped?.[1]) > 0)
}

async function endsOnSignal(t: Test, { child }: Started) {
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null])
}

t.test('with a full log disk the server starts, serves, names the dropped lines, and ends', async (t) => {
  const full = openSync('/dev/full', 'w')
  const server = await startWith(t, full)
  closeSync(full)
  await servesAndNamesDroppedLines(t, server)
  await endsOnSignal(t, server)
})

t.test(
  'with a log pipe that nobody reads the server serves, names the dropped lines, and ends',
  ifLong,
  async (t) => {
    const server = await startWith(t, 'pipe')
    // Each line has 512 characters of the address; the pipe and what waits before it hold about 600 kB.
    const address = `${server.url}/none.json?page=${'1'.repeat(512)}`
    for (let at = 0; at < 30; at += 1)
      await Promise.all(Array.from({ length: 50 }, async () => (await fetch(address)).arrayBuffer()))
    await servesAndNamesDroppedLines(t, server)
    await endsOnSignal(t, server)
  },
)
