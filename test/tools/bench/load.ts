// Bounded load on one server at a time.
import { Pool } from 'undici'
import { browser, type Server } from './process.ts'

export type Load = { perSecond: number; cpuPerRequestMs: number; p99Ms: number }
/** `path` is called for each request. */
export type Target = { server: Server; path: () => string; headers?: Record<string, string> }

/** `ms` of requests, or requests until `isOver`, over `connections`; all of them have to succeed. */
export async function load(
  { server, path, headers = {} }: Target,
  { ms = 1500, connections = 16, isOver = after(ms) } = {},
): Promise<Load> {
  const pool = new Pool(server.url, { connections })
  const times: number[] = []
  const cpuBefore = server.cpuMs()
  const started = performance.now()
  const sendRepeatedly = async () => {
    do {
      const sent = performance.now()
      const url = path()
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: url,
        headers: { ...browser, ...headers },
      })
      await body.dump({ limit: Number.POSITIVE_INFINITY })
      if (statusCode !== 200) throw new Error(`${url}: status ${statusCode}`)
      times.push(performance.now() - sent)
    } while (!isOver())
  }
  await Promise.all(Array.from({ length: connections }, sendRepeatedly))
  const seconds = (performance.now() - started) / 1000
  const cpu = server.cpuMs() - cpuBefore
  await pool.close()
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / seconds,
    cpuPerRequestMs: cpu / times.length,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  }
}

function after(ms: number): () => boolean {
  const started = performance.now()
  return () => performance.now() - started >= ms
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
