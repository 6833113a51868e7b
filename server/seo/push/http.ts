// Requests of the push command: a few hosts, no redirects, a deadline each.
import { Pool } from 'undici'

export type Ask = (url: string, options?: AskOptions) => Promise<Answer>
type AskOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
/** `retryAfter` as sent, '' without one. */
export type Answer = { status: number; retryAfter: string; body: AsyncIterable<Buffer> }

const timeoutMs = 30_000

/** `close` ends all connections. */
export function createAsk(): { ask: Ask; close: () => Promise<void> } {
  const pools = new Map<string, Pool>()
  const poolFor = (origin: string): Pool => {
    const pool =
      pools.get(origin) ??
      new Pool(origin, {
        connections: 1,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        connect: { timeout: timeoutMs },
      })
    pools.set(origin, pool)
    return pool
  }
  return {
    async ask(url, { method = 'GET', headers = {}, body } = {}) {
      const { origin, pathname, search } = new URL(url)
      const answer = await poolFor(origin).request({
        method,
        path: pathname + search,
        headers: { 'user-agent': 'site-push', 'accept-encoding': 'identity', ...headers },
        ...(body !== undefined && { body }),
      })
      const retryAfter = answer.headers['retry-after']
      return { status: answer.statusCode, retryAfter: String(retryAfter ?? ''), body: answer.body }
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

const mostBytes = 65_536

/** The text of a short answer; what goes on for longer is cut. */
export async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
