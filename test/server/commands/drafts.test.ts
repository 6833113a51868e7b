// Drafts of the built program: in development without a password, for this machine only; never from the command `origin`.
import { spawn } from 'node:child_process'
import t, { type Test } from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { freePort } from '../../helpers/free-port.ts'
import { personAgent } from '../../helpers/site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'
import { nodeArgs, program } from './process.ts'

async function start(t: Test, env: Record<string, string>, args: string[] = []) {
  const port = await freePort()
  const own = { PATH: process.env['PATH'] ?? '', PORT: `${port}` }
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    env: { ...own, DATA_DIR: temporaryFolder(t, 'site-data'), ...env },
    stdio: 'ignore',
  })
  t.teardown(() => child.kill('SIGKILL'))
  const get = (path: string, host = '127.0.0.1') =>
    fetch(`http://${host}:${port}${path}`, { headers: { 'user-agent': personAgent } })
  const isReady = () =>
    get('/api/home/article/list/news?lang=zh').then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isReady, { limitMs: 120_000, what: `a response of ${program}` })
  return get
}

const development = { NODE_ENV: 'development' }
const folderOf = {
  ...siteFiles,
  'news/public.zh.md': page('id: 1\ntitle: 已发布\npublished_at: 2026-01-01'),
  'news/draft.zh.md': page('id: 2\ntitle: 草稿标题\npublished_at: 2026-01-02\ndraft: true'),
}

t.test('in development over a folder it shows drafts', async (t) => {
  const get = await start(t, { ...development, CONTENT_DIR: createFolder(t, folderOf) })
  const draft = await get('/news/2')
  t.match(await draft.text(), /drafts-bar.*<strong>草稿/)
  t.equal(draft.headers.get('cache-control'), 'private, no-store')
  await t.rejects(get('/', '127.0.0.2'), 'it listens on 127.0.0.1')
})

t.test('the content API as a server of its own has none, for it asks for no password', async (t) => {
  const env = { SHOW_DRAFTS: 'on', HOST: '127.0.0.1', CONTENT_DIR: createFolder(t, folderOf) }
  const get = await start(t, env, ['origin'])
  t.equal((await get('/api/home/article/detail/1?lang=zh')).status, 200)
  t.equal((await get('/api/home/article/detail/2?lang=zh')).status, 404)
})
