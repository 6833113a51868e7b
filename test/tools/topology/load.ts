// Open-loop load: requests at a steady rate, independent of responses, and their outcomes.
import { Pool } from 'undici'
import { personAgent } from '../../helpers/site.ts'

export type Asked = { path: string; method?: 'GET' | 'POST'; body?: string }
export type Outcome = { requests: number; failed: string[]; p99Ms: number }

const tickMs = 10

/** `next`: the request of the visitor with this number. Every response has to be complete, with status 200. */
export function startLoad(
  url: string,
  perSecond: number,
  next: (number: number) => Asked,
  most = Number.POSITIVE_INFINITY,
  connections = 64,
) {
  const pool = new Pool(url, { connections })
  const failed: string[] = []
  const times: number[] = []
  const running = new Set<Promise<void>>()
  const began = performance.now()
  let sent = 0

  const ask = async (asked: Asked) => {
    const at = performance.now()
    const problem = await problemOf(pool, asked)
    times.push(performance.now() - at)
    if (problem) failed.push(`${Math.round(at - began)} ms: ${asked.path}: ${problem}`)
  }
  const timer = setInterval(() => {
    const due = Math.min(most, Math.floor(((performance.now() - began) / 1000) * perSecond))
    for (; sent < due; sent++) {
      const one = ask(next(sent)).finally(() => running.delete(one))
      running.add(one)
    }
  }, tickMs)

  return {
    count: () => sent,
    /** Stops new requests; resolves after the last response. */
    stop: async (): Promise<Outcome> => {
      clearInterval(timer)
      await Promise.all(running)
      await pool.close()
      times.sort((a, b) => a - b)
      return { requests: sent, failed, p99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0) }
    },
  }
}

/** Undefined for a valid response. */
async function problemOf(pool: Pool, { path, method = 'GET', body }: Asked): Promise<string | undefined> {
  const headers = { 'user-agent': personAgent, accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const json = { ...headers, accept: 'application/json', 'content-type': 'application/json' }
  const sent = { path, method, headers: body ? json : headers, body: body ?? null }
  try {
    const answer = await pool.request(sent)
    const text = await answer.body.text()
    if (answer.statusCode !== 200) return String(answer.statusCode)
    const isPage = String(answer.headers['content-type']).startsWith('text/html')
    return isPage && !text.endsWith('</html>') ? 'half a page' : undefined
  } catch (error) {
    return String(error)
  }
}
