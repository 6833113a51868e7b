// The end of the process: nobody who was being served is cut off, and the exit code says how it came.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { ifLong } from '../../helpers/long.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { createSite } from '../../helpers/site.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { isUp, until } from '../../helpers/until.ts'
import { startProgram } from './process.ts'

t.test('after SIGTERM it is not ready, serves, finishes what it began, and ends with 0', async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const env = { API_BASE: origin.url, DRAIN_SECONDS: '2', CACHE_SNAPSHOT_SECONDS: '3600' }
  const { url, child, ended, lines } = await startProgram(t, env)
  const held = origin.hold('/api/home/manual')
  const slow = fetch(`${url}/api/home/manual/1?lang=zh`)
  await held.arrived
  child.kill('SIGTERM')
  await until(async () => (await fetch(`${url}/readyz`)).status === 503)
  // The third one gets a response before any routing.
  for (let time = 0; time < 3; time++) {
    const page = await fetch(`${url}/news`)
    t.strictSame([page.status, page.headers.get('connection')], [200, 'close'])
    t.match(await page.text(), /<\/html>$/)
  }
  const ready = await (await fetch(`${url}/readyz`)).json()
  t.match(ready, { status: 'draining', reasons: ['the server is stopping'] })
  // From here on nobody new is let in.
  await until(async () => !(await isUp(`${url}/livez`)))
  held.release()
  t.match(await (await slow).json(), { success: Boolean })
  t.equal(await ended, 0)
  const logged = lines
    .filter(({ msg }) => msg.startsWith('stop'))
    .map(({ msg, signal }) => `${msg} ${signal}`)
  t.strictSame(logged, ['stopping SIGTERM', 'stopped undefined'])
})

t.test(
  'a request that has arrived at an idle connection is served before the connection is closed',
  async (t) => {
    const { app, listen } = await createSite(t, { folder: smallFolder })
    const { hostname, port } = new URL(await listen())
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    const request = 'GET /livez HTTP/1.1\r\nHost: site.example\r\n\r\n'
    socket.write(request)
    t.match(await once(socket, 'data'), [/^HTTP\/1.1 200 /])
    socket.write(request)
    const closed = app.close()
    t.match(await once(socket, 'data'), [/^HTTP\/1.1 200 /])
    await closed
  },
)

t.test('what takes too long is cut; a second signal ends the process at once', ifLong, async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  origin.answer('/api/home/manual', () => {})
  const env = { API_BASE: origin.url, SHUTDOWN_SECONDS: '1', DRAIN_SECONDS: '0' }
  const [patient, hasty] = await Promise.all([
    startProgram(t, env),
    startProgram(t, { ...env, DRAIN_SECONDS: '60' }),
  ])
  const cut = fetch(`${patient.url}/api/home/manual/1?lang=zh`).catch(() => 'cut')
  await until(() => origin.hits.some((hit) => hit.includes('manual')))
  patient.child.kill('SIGTERM')
  t.equal(await cut, 'cut')
  t.equal(await patient.ended, 0)
  t.ok(patient.lines.some(({ msg }) => msg.startsWith('connections closed')))

  hasty.child.kill('SIGTERM')
  await until(async () => (await fetch(`${hasty.url}/readyz`)).status === 503)
  hasty.child.kill('SIGTERM')
  t.equal(await hasty.ended, 1)
})

t.test('the default drain loses no request behind a balancer, under load', ifLong, async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const { url, child, ended } = await startProgram(t, { API_BASE: origin.url })
  let hasVisitors = true
  const statuses: (number | string)[] = []
  /** One visitor after the other, over connections that are kept. */
  const visit = async () => {
    while (hasVisitors)
      statuses.push(
        await fetch(`${url}/news`).then(
          async (page) => ((await page.text()).endsWith('</html>') ? page.status : 'cut'),
          (error: Error) => String(error.cause),
        ),
      )
  }
  const visits = Array.from({ length: 8 }, visit)
  await until(() => statuses.length > 50)
  child.kill('SIGTERM')
  // The balancer takes it out after two probes that failed.
  for (let failed = 0; failed < 2; ) {
    await delay(50)
    failed = (await isUp(`${url}/readyz`)) ? 0 : failed + 1
  }
  hasVisitors = false
  await Promise.all(visits)
  t.strictSame([...new Set(statuses)], [200])
  t.equal(await ended, 0)
})

t.test('an uncaught error or rejection is logged, and the process ends with 1', ifLong, async (t) => {
  const throws = "process.on('SIGUSR1', () => { throw new Error('nobody caught this') })"
  const rejects = "process.on('SIGUSR1', () => void Promise.reject(new Error('nobody caught this')))"
  const servers = [throws, rejects].map((code) =>
    startProgram(t, { CONTENT_DIR: smallFolder }, { moreArgs: ['--import', `data:text/javascript,${code}`] }),
  )
  for (const { child, ended, lines } of await Promise.all(servers)) {
    child.kill('SIGUSR1')
    t.equal(await ended, 1)
    const fatal = lines.find(({ level }) => level === 60)
    t.match(fatal, { msg: 'stopping after an error', err: { message: 'nobody caught this' } })
  }
})
