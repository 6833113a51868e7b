// Speed as ratios: pages of the built site against a bare Fastify route with the same bytes, in one interleaved run.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import fastify from 'fastify'
import { Pool } from 'undici'
import { freePort } from '../helpers/free-port.ts'

const root = join(import.meta.dirname, '../..')
const rounds = 5
const roundMs = 2000
const concurrency = 16
const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'

const paths = { 'home page': '/zh', 'news list': '/news', 'product page': '/product/101', payload: '' }

const port = await freePort()
const started = performance.now()
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', API_BASE: '' },
})
const site = `http://127.0.0.1:${port}`
await ready(site, server)
const startMs = Math.round(performance.now() - started)
const { id } = (await get(site, '/builds/latest.json').then((body) => JSON.parse(body))) as { id: string }
paths.payload = `/product/101/_payload.json?${id}`

const bare = fastify()
for (const [name, path] of Object.entries(paths)) {
  const body = await get(site, path)
  bare.get(`/${encodeURIComponent(name)}`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(body),
  )
}
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 })

const rows = []
for (const [name, path] of Object.entries(paths)) {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await throughput(site, path)
    ratios.push(ours / (await throughput(bareUrl, `/${encodeURIComponent(name)}`)))
  }
  ratios.sort((a, b) => a - b)
  rows.push({
    name,
    'ratio to bare Fastify (median)': ratios[rounds >> 1]?.toFixed(3),
    min: ratios[0]?.toFixed(3),
    max: ratios.at(-1)?.toFixed(3),
  })
}
console.table(rows)
console.log(JSON.stringify({ startMs, rows }))
await bare.close()
server.kill('SIGTERM')

/** Requests a second. */
async function throughput(base: string, path: string): Promise<number> {
  const pool = new Pool(base, { connections: concurrency })
  const end = performance.now() + roundMs
  let count = 0
  const worker = async () => {
    while (performance.now() < end) {
      const { body } = await pool.request({ method: 'GET', path, headers: { 'user-agent': agent } })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      count++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await pool.close()
  return count / (roundMs / 1000)
}

async function get(base: string, path: string): Promise<string> {
  const pool = new Pool(base)
  const { body } = await pool.request({ method: 'GET', path, headers: { 'user-agent': agent } })
  const text = await body.text()
  await pool.close()
  return text
}

async function ready(base: string, child: ChildProcess) {
  while (child.exitCode === null) {
    const up = await get(base, '/readyz').then(
      () => true,
      () => false,
    )
    if (up) return
  }
  throw new Error('the server ended')
}
