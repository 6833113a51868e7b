// HTTP client of the push command: no redirects, timeouts for each request.
import { Pool } from 'undici'

export type SendRequest = (url: string, options?: RequestOptions) => Promise<HttpResponse>
type RequestOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
/** `retryAfter` as sent, '' without one. */
export type HttpResponse = { status: number; retryAfter: string; body: AsyncIterable<Buffer> }

const timeoutMs = 30_000

/** `close` closes all connections. */
export function createHttpClient(): { send: SendRequest; close: () => Promise<void> } {
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
    async send(url, { method = 'GET', headers = {}, body } = {}) {
      const { origin, pathname, search } = new URL(url)
      const response = await poolFor(origin).request({
        method,
        path: pathname + search,
        headers: { 'user-agent': 'site-push', 'accept-encoding': 'identity', ...headers },
        ...(body !== undefined && { body }),
      })
      const retryAfter = response.headers['retry-after']
      return { status: response.statusCode, retryAfter: String(retryAfter ?? ''), body: response.body }
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

const mostBytes = 65_536

/** The text of a response, truncated to 64 KiB. */
export async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
