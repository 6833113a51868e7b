// Content reaches a running server as the manual of the content folder says: by git with a timer.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { page, writeFiles } from '../content/world.ts'
import { commandsIn, root } from '../docs/document-parts.ts'
import { readManual } from '../docs/manuals.ts'
import { ifLong } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { needs } from './program-there.ts'

const commands = commandsIn(readManual('en'), '## How files reach a server')
const units = join(root, 'server/ops/deploy/one-server')
const [rsync = '', clone = '', , , , container = ''] = commands

const news = (title: string) => page(`id: 1\ntitle: ${title}\npublished_at: 2026-03-02`)
const run = (command: string) => promisify(execFile)('sh', ['-c', command])

/** A folder of an author, with one article. */
function authorFolder(t: Test): { base: string; own: string } {
  const base = t.testdir({ own: {} })
  const own = join(base, 'own')
  writeFiles(own, {
    'site.yaml': 'zh: { title: 水表厂 }\nen: { title: Meters }\n',
    'news/a.en.md': news('First'),
  })
  return { base, own }
}

function showsAt(url: string, title: string): () => Promise<boolean> {
  return async () => (await (await fetch(`${url}/en/news/1`)).text()).includes(`>${title}</h1>`)
}

t.test('both manuals have the same commands', async (t) => {
  t.strictSame(commandsIn(readManual('zh'), '## 把文件送到服务器'), commands)
  t.match([rsync, clone, container], [/^rsync .*--delay-updates/, /git clone/, / -v \S+:\/content:ro /])
})

t.test('git, pulled by the service that the timer starts', { ...ifLong, ...needs('git') }, async (t) => {
  const { base, own } = authorFolder(t)
  const content = join(base, 'content')
  const git = (args: string) =>
    run(`git -C '${own}' -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false ${args}`)
  await run(`git init --quiet --bare '${base}/my-site.git'`)
  await git('init --quiet')
  await git(`remote add origin '${base}/my-site.git'`)
  const push = async () => {
    await git('add --all')
    await git('commit --quiet --message change')
    await git('push --quiet --set-upstream origin HEAD')
  }
  await push()
  const local = (command: string) =>
    command
      .replace('sudo -u site ', '')
      .replace('https://git.example.com/my-site.git', `'${base}/my-site.git'`)
      .replace('/srv/site/content', `'${content}'`)
  await run(local(clone))
  const { url } = await startProgram(t, { CONTENT_DIR: content })
  t.ok(await showsAt(url, 'First')())
  writeFiles(own, { 'news/a.en.md': news('Second') })
  await push()
  const [, pull = ''] =
    /^ExecStart=(.*)$/m.exec(readFileSync(join(units, 'site-content.service'), 'utf8')) ?? []
  await run(local(pull).replace('/usr/bin/git', 'git'))
  await until(showsAt(url, 'Second'))
})
