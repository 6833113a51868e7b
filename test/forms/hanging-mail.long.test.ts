// A mail server that hangs: it holds neither visitors nor other channels, and the attempt ends.
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { call, typed } from '../helpers/form.ts'
import { freePort } from '../helpers/free-port.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { channelGauge, metric } from './world.ts'

/** The responses of a server to a mail, in their order. */
const dialogue = ['220 a', '250 a', '250 sender', '250 recipient', '354 data', '250 accepted']

/** Sends this many of its responses, and nothing more. */
async function startHangingServer(t: Test, responses: number): Promise<string> {
  const port = await freePort()
  const server = createServer((socket) => {
    const left = dialogue.slice(0, responses)
    const respond = () => left.length > 0 && socket.write(`${left.shift()}\r\n`)
    socket.on('error', () => {}).on('data', respond)
    respond()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `smtp://127.0.0.1:${port}`
}

t.test('in each state of the dialogue', async (t) => {
  const states = dialogue.map(async (_, responses) => {
    const hook = await createWebhookServer(t)
    const env = {
      SMTP_URL: await startHangingServer(t, responses),
      NOTIFY_TO: 'a@b.example',
      NOTIFY_URL: hook.url,
    }
    const site = await createSmallSite(t, { env })
    t.equal((await call(site, typed)).statusCode, 200)
    await until(() => hook.requests.length === 1)
    await until(() => site.lines.some(({ msg }) => msg === 'form message not delivered yet'))
    t.equal(await metric(site, channelGauge('outbox', 'email')), 1, `after ${responses} responses`)
  })
  await Promise.all(states)
})
