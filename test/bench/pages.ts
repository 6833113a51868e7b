// Pages and payloads of the built site against a bare Fastify route with the same bytes.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../helpers/free-port.ts'
import { get, load, median, startServer } from './load.ts'

const rounds = 5

export async function benchPages() {
  const started = performance.now()
  const site = await startServer('dist/server/main.js', await freePort(), '/readyz')
  const startMs = Math.round(performance.now() - started)
  const { id } = JSON.parse(String(await get(site.url, '/builds/latest.json'))) as { id: string }
  const paths = {
    'home page': '/zh',
    'news list': '/news',
    'product page': '/product/101',
    payload: `/product/101/_payload.json?${id}`,
  }
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const file = join(tmpdir(), `bench-${process.pid}.bin`)
    const body = await get(site.url, path)
    writeFileSync(file, body)
    const bare = await startServer('test/bench/bare.ts', await freePort(), '/', { BARE_FILE: file })
    const ratios = []
    for (let round = 0; round < rounds; round++) {
      const ours = await load(site, path)
      ratios.push(ours.perSecond / (await load(bare, '/')).perSecond)
    }
    await bare.stop()
    rows.push({ name, bytes: body.length, 'ratio to bare Fastify': median(ratios).toFixed(3) })
  }
  await site.stop()
  return { startMs, rows }
}
