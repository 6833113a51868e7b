// Content reaches a running server as the manual of the content folder says: by rsync, by git with a timer, in a mounted folder.
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { page, writeFiles } from '../content/world.ts'
import { commandsIn, root } from '../docs/document-parts.ts'
import { readManual } from '../docs/manuals.ts'
import { ifLong } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { dockerSays, needs } from './program-there.ts'

const commands = commandsIn(readManual('en'), '## How files reach a server')
const units = join(root, 'server/ops/deploy/one-server')
const [rsync = '', clone = '', , , , , container = ''] = commands

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
  t.match(commands, [
    /^rsync /,
    /git clone/,
    /site-content\.\*/,
    /daemon-reload/,
    /enable --now/,
    /status/,
    /^docker run/,
  ])
})

t.test('rsync', needs('rsync'), async (t) => {
  const { base, own } = authorFolder(t)
  const content = join(base, 'content')
  const command = rsync
    .replace('../my-site', own)
    .replace('editor@www.example.com:/srv/site/content', content)
  writeFiles(own, { '.git/config': '' })
  await run(command)
  const { url, lines } = await startProgram(t, { CONTENT_DIR: content })
  t.ok(await showsAt(url, 'First')())
  writeFiles(own, { 'news/a.en.md': news('Second'), 'news/b.en.md': news('Other').replace('id: 1', 'id: 2') })
  await run(command)
  await until(showsAt(url, 'Second'))
  rmSync(join(own, 'news/b.en.md'))
  await run(command)
  await until(async () => (await fetch(`${url}/en/news/2`)).status === 404)
  t.strictSame(readdirSync(content).sort(), ['news', 'site.yaml'], 'without .git')
  t.strictSame(
    lines.filter(({ msg }) => msg.startsWith('content file')),
    [],
    'no file was read half',
  )
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

const separate = ['--mount', '--map-root-user']
const mounts = () =>
  spawnSync('unshare', [...separate, 'mount', '--bind', '/tmp', '/tmp']).status === 0
    ? {}
    : { skip: 'a process may not mount folders here' }

t.test(
  'a mounted folder that the server only reads',
  { ...ifLong, ...mounts(), ...needs('unshare', 'mount') },
  async (t) => {
    const { base, own } = authorFolder(t)
    const content = join(base, 'content')
    mkdirSync(content)
    const volume = /-v (\S+):(\/content):ro /.exec(container)
    t.strictSame(volume?.slice(1), ['/srv/site/content', '/content'])
    t.match(container, `-e CONTENT_DIR=${volume?.[2]} `)
    // The mount of the container, in a name space of its own.
    const mount = 'mount --bind "$0" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    const inside = [...separate, 'sh', '-c', mount, own, content]
    const writing = spawnSync('unshare', [...inside, 'sh', '-c', `echo > '${content}/x'`])
    t.not(writing.status, 0)
    const { url, lines } = await startProgram(
      t,
      { CONTENT_DIR: content },
      { through: ['unshare', ...inside] },
    )
    t.ok(await showsAt(url, 'First')())
    writeFiles(own, { 'news/a.en.md': news('Second') })
    await until(showsAt(url, 'Second'))
    // As of a drive that is not there any more.
    const away = join(base, 'away')
    mkdirSync(away)
    for (const name of readdirSync(own)) renameSync(join(own, name), join(away, name))
    await until(() => lines.some(({ msg }) => msg === 'content reload failed, the previous content stays'))
    t.ok(await showsAt(url, 'Second')())
  },
)

t.test('the command of the container is one that Docker understands', needs('docker'), async (t) => {
  t.match(dockerSays(container), /daemon/i)
  t.notMatch(dockerSays(container.replace('--read-only', '--readonly')), /daemon/i)
})
