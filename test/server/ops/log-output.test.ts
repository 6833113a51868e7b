// A log that cannot be written neither stops nor delays the server.
import { closeSync, openSync } from 'node:fs'
import t, { type Test } from 'tap'
import { ifLong } from '../../helpers/long.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { type Running, startProgram } from '../commands/process.ts'

const env = { ADDRESS_RATE: '0', CONTENT_DIR: smallFolder, DRAIN_SECONDS: '0' }

async function servesNamesDroppedLinesAndEnds(t: Test, { url, child, ended }: Running) {
  t.equal((await fetch(`${url}/news`)).status, 200)
  const ready = async () => (await (await fetch(`${url}/readyz`)).json()) as Record<string, unknown>
  await until(async () => (await ready())['status'] === 'ok')
  const { warnings } = await ready()
  t.match(warnings, [/^log lines dropped: /])
  const scrape = await (await fetch(`${url}/metrics`)).text()
  t.match(scrape, '\nsite_fault{fault="log lines dropped"} 1\n')
  t.match(scrape, /^site_log_dropped_total [1-9]/m)
  child.kill('SIGTERM')
  t.equal(await ended, 0)
}

t.test('with a full log disk the server starts, serves, names the dropped lines, and ends', async (t) => {
  const stdout = openSync('/dev/full', 'w')
  const server = await startProgram(t, env, { stdout })
  closeSync(stdout)
  await servesNamesDroppedLinesAndEnds(t, server)
})

t.test(
  'a log pipe that is not read: the server serves, names the dropped lines, and ends',
  ifLong,
  async (t) => {
    const server = await startProgram(t, env, { stdout: 'unread' })
    // Each line has 512 characters of the address; the pipe and what waits before it hold about 600 kB.
    const address = `${server.url}/none.json?page=${'1'.repeat(512)}`
    for (let at = 0; at < 30; at += 1)
      await Promise.all(Array.from({ length: 50 }, async () => (await fetch(address)).arrayBuffer()))
    await servesNamesDroppedLinesAndEnds(t, server)
  },
)
