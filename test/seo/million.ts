// Memory and time of the sitemaps of a very large site: node --import ./test/hooks.mjs test/seo/million.ts [articles]
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { createKeptFacts } from '../../server/base/kept-facts.ts'
import { installCompression } from '../../server/http/compression.ts'
import { installDiscovery } from '../../server/seo/discovery.ts'
import { createSyntheticApi } from './synthetic.ts'

const count = Number(process.argv[2] ?? 600_000)
const dataDir = await mkdtemp(join(tmpdir(), 'sitemaps-'))
const app = fastify({ logger: false })
await installCompression(app)
const apis = {
  zh: createSyntheticApi({ count, locale: 'zh' }),
  en: createSyntheticApi({ count, locale: 'en' }),
}
installDiscovery(app, {
  config: {
    siteUrl: 'https://www.site.example',
    apiBase: 'synthetic',
    downloadId: 36,
    contentDir: '',
    dataDir,
  },
  apiFor: (locale) => apis[locale],
  facts: createKeptFacts({ config: { dataDir, apiBase: '' }, log: app.log }),
  time: { now: Date.now, monotonic: () => performance.now(), partTimeoutMs: 2500 },
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

let highest = 0
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, 50)

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
const before = process.memoryUsage.rss()
let started = performance.now()
let index = await read('/sitemap.xml')
while (index.status === 503) index = await read('/sitemap.xml')
report(`index made of ${count} articles a language`)

let [urls, bytes, files] = [0, 0, 0]
for (const [, path = ''] of index.text.matchAll(/<loc>https:\/\/www\.site\.example([^<]*)/g)) {
  const part = await read(path)
  urls += part.urls
  bytes += part.bytes
  files++
}
report(`${files} files, ${urls} URLs, ${megabytes(bytes)} read`)
clearInterval(watch)
await app.close()
await rm(dataDir, { recursive: true })

function report(what: string) {
  const seconds = Math.round((performance.now() - started) / 100) / 10
  console.log(`${what}: ${seconds} s, memory ${megabytes(before)} before, ${megabytes(highest)} at most`)
  started = performance.now()
}

/** Counts the bytes, and stores the beginning only. */
function read(path: string): Promise<{ status: number; text: string; urls: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path }, (response) => {
      const found = { status: response.statusCode ?? 0, text: '', urls: 0, bytes: 0 }
      response.setEncoding('latin1')
      response.on('data', (chunk: string) => {
        found.bytes += chunk.length
        if (found.text.length < 100_000) found.text += chunk
        found.urls += chunk.split('</url>').length - 1
      })
      response.once('end', () => resolve(found))
    })
    request.once('error', reject)
  })
}
