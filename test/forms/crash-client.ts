// Client of the crash test: submits forms, records accepted ones, retries after a broken connection.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const [base = '', file = '', from = '0', count = '0'] = process.argv.slice(2)
const timeoutMs = 8000

/** Resolves with the status. Even serial numbers by the JSON call with a key, odd ones as form posts without JavaScript. */
async function sendForm(serial: number): Promise<number> {
  const fields = { name: 'a', contact: 'a@b.example', message: `serial ${serial}`, consent: 'yes' }
  const signal = AbortSignal.timeout(timeoutMs)
  const common = { method: 'POST', redirect: 'manual', signal } as const
  const isCall = serial % 2 === 0
  const json = { 'content-type': 'application/json', 'idempotency-key': `key-${serial}` }
  const response = isCall
    ? await fetch(`${base}/api/home/form/:name`, { ...common, headers: json, body: JSON.stringify(fields) })
    : await fetch(`${base}/en/contact`, {
        ...common,
        headers: { accept: 'text/html' },
        body: new URLSearchParams(fields),
      })
  await response.text()
  return response.status
}

async function untilAnswered(serial: number): Promise<void> {
  for (;;) {
    const status = await sendForm(serial).catch(() => 0)
    if ([200, 202, 303].includes(status)) return appendFileSync(file, `${serial}\n`)
    if (status !== 0 && status !== 503) throw new Error(`serial ${serial}: ${status}`)
    await delay(50)
  }
}

process.send?.('ready')
process.disconnect?.()
const serials = Array.from({ length: Number(count) }, (_, at) => Number(from) + at)
await Promise.all(
  serials.map(async (serial, at) => {
    await delay(at * 5)
    await untilAnswered(serial)
  }),
)
