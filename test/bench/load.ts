// Bounded load on one server at a time.
import { Pool } from 'undici'
import { browser, type Server } from './process.ts'

export type Load = { perSecond: number; cpuPerRequestMs: number; p99Ms: number }
export type Target = { server: Server; path: string; headers?: Record<string, string> }

/** `ms` of requests over `connections`, all of which have to succeed. */
export async function load(
  { server, path, headers = {} }: Target,
  { ms = 1500, connections = 16 } = {},
): Promise<Load> {
  const pool = new Pool(server.url, { connections })
  const times: number[] = []
  const cpuBefore = server.cpuMs()
  const started = performance.now()
  const worker = async () => {
    while (performance.now() - started < ms) {
      const at = performance.now()
      const { body, statusCode } = await pool.request({
        method: 'GET',
        path,
        headers: { ...browser, ...headers },
      })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
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

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
