// One run of a built server: the content API and the site in this process, some pages, and the code cache at the end.
//   node code-cache-run.mjs DIST
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFileOf, codeCacheOf, compileBundle } from '../code-cache.ts'

const pages = ['/readyz', '/news', '/en/product', '/news/1001', '/en/news/1001/_payload.json', '/livez']
const agents = ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36', 'Googlebot/2.1']
const retryMs = 20

const file = join(process.argv[2], 'server/site.js')
const script = compileBundle(file)
const run = script.runInThisContext()

const origin = await start('origin', { path: '/api/home/article/detail/1001?lang=zh' })
const site = await start('serve', { path: '/readyz', env: { API_BASE: origin } })
for (const path of pages)
  for (const agent of agents) await (await fetch(site + path, { headers: { 'user-agent': agent } })).text()
writeFileSync(cacheFileOf(file), codeCacheOf(script, file))
process.exit(0)

/** Resolves with the server's URL when `path` is answered well. */
async function start(command, { path, env = {} }) {
  const port = await freePort()
  Object.assign(process.env, { PORT: String(port), ...env })
  process.argv = [process.execPath, file, command]
  const module = { exports: {} }
  run(module.exports, createRequire(file), module, file, join(file, '..'))
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url + path))) await sleep(retryMs)
  return url
}

function isUp(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}
