// A cached 10 kB JSON answer against bare node:http and bare Fastify with the same bytes.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../helpers/free-port.ts'
import { get, type Load, load, median, startServer } from './load.ts'

const rounds = 7
const path = '/api/home/article/list/news?lang=zh&page=1&page_size=40'

export async function benchCache() {
  const site = await startServer('dist/server/main.js', await freePort(), '/readyz')
  const file = join(tmpdir(), `bench-${process.pid}.json`)
  const body = await get(site.url, path)
  writeFileSync(file, body)
  const env = (kind: string) => ({
    BARE_KIND: kind,
    BARE_FILE: file,
    BARE_TYPE: 'application/json; charset=utf-8',
  })
  const http = await startServer('test/bench/bare.ts', await freePort(), '/', env('http'))
  const fastify = await startServer('test/bench/bare.ts', await freePort(), '/', env('fastify'))

  const samples: Record<'site' | 'http' | 'fastify', Load>[] = []
  for (let round = 0; round < rounds; round++) {
    samples.push({
      site: await load(site, path),
      http: await load(http, '/'),
      fastify: await load(fastify, '/'),
    })
  }
  await Promise.all([site.stop(), http.stop(), fastify.stop()])
  const ratio = (pick: (sample: (typeof samples)[number]) => number) => median(samples.map(pick)).toFixed(2)
  return {
    bytes: body.length,
    rows: [
      {
        against: 'bare Fastify',
        cpu: ratio(({ site, fastify }) => site.cpuPerRequestMs / fastify.cpuPerRequestMs),
        p99: ratio(({ site, fastify }) => site.p99Ms / fastify.p99Ms),
        throughput: ratio(({ site, fastify }) => site.perSecond / fastify.perSecond),
      },
      {
        against: 'bare node:http',
        cpu: ratio(({ site, http }) => site.cpuPerRequestMs / http.cpuPerRequestMs),
        p99: ratio(({ site, http }) => site.p99Ms / http.p99Ms),
        throughput: ratio(({ site, http }) => site.perSecond / http.perSecond),
      },
    ],
  }
}
