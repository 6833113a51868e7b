// Client of the crash test: submits forms, records accepted ones, retries after a broken connection.
import { appendFileSync } from 'node:fs'
import { Agent, request as open } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const [base = '', file = '', from = '0', count = '0'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: false })
const timeoutMs = 8000

/** Resolves with the status. */
function send(path: string, type: string, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = open(base + path, {
      agent,
      method: 'POST',
      headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(body)), ...headers },
    })
    request.setTimeout(timeoutMs, () => request.destroy(new Error('no response')))
    request.on('error', reject)
    request.on('response', (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', reject)
    })
    request.end(body)
  })
}

/** Even serial numbers by the JSON call with a key, odd ones as form posts without JavaScript. */
function sendForm(serial: number): Promise<number> {
  const fields = { name: 'a', contact: 'a@b.example', message: `serial ${serial}`, consent: 'yes' }
  if (serial % 2 === 0) {
    const key = { 'idempotency-key': `key-${serial}` }
    return send('/api/home/form/:name', 'application/json', JSON.stringify(fields), key)
  }
  const body = new URLSearchParams(fields).toString()
  return send('/en/contact', 'application/x-www-form-urlencoded', body, { accept: 'text/html' })
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
