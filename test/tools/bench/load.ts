// Bounded load on one server at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { browser, type Server } from './process.ts'

export type Load = { requests: number; perSecond: number; cpuPerRequestMs: number; p99Ms: number }
/** `path` is called for each request. */
export type Target = { server: Server; path: () => string; headers?: Record<string, string> }

/** For `ms`, or `most` requests, over `connections`, at most `rate` a second; all of them have to succeed. */
export async function load(
  { server, path, headers = {} }: Target,
  { ms = Infinity, most = Infinity, connections = 16, rate = Infinity },
): Promise<Load> {
  const pool = new Pool(server.url, { connections })
  const times: number[] = []
  const cpuBefore = server.cpuMs()
  const started = performance.now()
  let begun = 0
  const sendRepeatedly = async () => {
    while (begun < most && performance.now() - started < ms) {
      const waitMs = started + (begun++ / rate) * 1000 - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      const sent = performance.now()
      const url = path()
      const response = await pool.request({ method: 'GET', path: url, headers: { ...browser, ...headers } })
      await response.body.dump({ limit: Infinity })
      if (response.statusCode !== 200) throw new Error(`${url}: status ${response.statusCode}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendRepeatedly))
  const seconds = (performance.now() - started) / 1000
  const cpu = server.cpuMs() - cpuBefore
  await pool.close()
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    cpuPerRequestMs: cpu / times.length,
    p99Ms: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
