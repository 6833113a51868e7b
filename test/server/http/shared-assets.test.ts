// Servers of two builds that share a folder serve the files of both.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a file of another build is served from the shared folder, like one of its own', async (t) => {
  const assetsDir = join(t.testdir(), 'shared')
  const site = await createSmallSite(t, { config: { assetsDir } })
  const own = site.build.application.replace('/assets/', '')
  t.ok(readdirSync(assetsDir).includes(own), 'it puts its own files there')
  t.ok(readdirSync(assetsDir).every((name) => !name.endsWith('.part')))
  // The next build starts beside it.
  writeFileSync(join(assetsDir, 'main-NEXT.js'), 'next')
  writeFileSync(join(assetsDir, 'main-NEXT.js.br'), 'compressed')
  const next = await site.get('/assets/main-NEXT.js')
  t.equal(next.body, 'next')
  t.match(next.headers, { 'cache-control': /immutable/, 'content-type': /javascript/ })
  t.equal(
    (await site.get('/assets/main-NEXT.js', { 'accept-encoding': 'br' })).headers['content-encoding'],
    'br',
  )
  t.equal((await site.get(`/assets/${own}`)).statusCode, 200)
  t.equal((await site.get('/assets/main-NONE.js')).statusCode, 404)
  t.equal((await site.get('/assets/..%2fshared%2fmain-NEXT.js')).statusCode, 404)
})

t.test('without the folder a server has its own files, and says so', async (t) => {
  const assetsDir = join(t.testdir({ file: '' }), 'file/assets')
  const site = await createSmallSite(t, { config: { assetsDir } })
  t.equal((await site.get(site.build.application)).statusCode, 200)
  t.ok(site.lines.some(({ msg, level }) => msg === 'assets not copied to the shared folder' && level === 40))
})
