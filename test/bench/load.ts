// Bounded load on one server at a time.
import { sendRepeatedly } from './client.ts'
import { browser, type Server } from './process.ts'

export type Load = {
  perSecond: number
  cpuPerRequestMs: number
  mainThreadCpuPerRequestMs: number
  p99Ms: number
}
/** `path` is called for each request. */
export type Target = { server: Server; path: () => string; headers?: Record<string, string> }

/** `ms` of requests, or requests until `isOver`, over `connections`; all of them have to succeed. */
export async function load(
  { server, path, headers = {} }: Target,
  { ms = 1500, connections = 16, isOver = after(ms) } = {},
): Promise<Load> {
  const times: number[] = []
  const url = new URL(server.url)
  const fields = Object.entries({ host: url.host, ...browser, ...headers })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = () => `GET ${path()} HTTP/1.1\r\n${head}\r\n`
  const [cpuBefore, mainThreadBefore] = [server.cpuMs(), server.mainThreadCpuMs()]
  const started = performance.now()
  const tell = (taken: number) => times.push(taken)
  await Promise.all(Array.from({ length: connections }, () => sendRepeatedly(url, request, { isOver, tell })))
  const seconds = (performance.now() - started) / 1000
  const cpu = server.cpuMs() - cpuBefore
  const mainThread = server.mainThreadCpuMs() - mainThreadBefore
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / seconds,
    cpuPerRequestMs: cpu / times.length,
    mainThreadCpuPerRequestMs: mainThread / times.length,
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
