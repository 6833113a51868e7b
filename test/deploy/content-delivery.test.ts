// Content reaches a running server as the manual of the content folder says: by git with a timer.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
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

const run = (command: string) => promisify(execFile)('sh', ['-c', command])

t.test('both manuals have the same commands', async (t) => {
  t.strictSame(commandsIn(readManual('zh'), '## 把文件送到服务器'), commands)
  t.match([rsync, clone, container], [/^rsync .*--delay-updates/, /git clone/, / -v \S+:\/content:ro /])
})

t.test('git, pulled by the service that the timer starts', { ...ifLong, ...needs('git') }, async (t) => {
  const base = t.testdir()
  const [own, content, repository] = [join(base, 'own'), join(base, 'content'), `'${base}/my-site.git'`]
  await run(`git init --quiet --bare ${repository} && git clone --quiet ${repository} '${own}'`)
  const author = '-c user.name=a -c user.email=a@example.com -c commit.gpgsign=false'
  const push = (title: string) => {
    writeFiles(own, {
      'site.yaml': 'zh: { title: 水表厂 }\nen: { title: Meters }\n',
      'news/a.en.md': page(`id: 1\ntitle: ${title}\npublished_at: 2026-03-02`),
    })
    const commit = `git ${author} commit --quiet --message change`
    return run(`cd '${own}' && git add --all && ${commit} && git push --quiet origin HEAD`)
  }
  await push('First')
  const local = (command: string) =>
    command
      .replace('sudo -u site ', '')
      .replace('https://git.example.com/my-site.git', repository)
      .replace('/srv/site/content', `'${content}'`)
  await run(local(clone))
  const { url } = await startProgram(t, { CONTENT_DIR: content })
  const shows = async (title: string) =>
    (await (await fetch(`${url}/en/news/1`)).text()).includes(`>${title}</h1>`)
  t.ok(await shows('First'))
  await push('Second')
  const [, pull = ''] =
    /^ExecStart=(.*)$/m.exec(readFileSync(join(units, 'site-content.service'), 'utf8')) ?? []
  await run(local(pull).replace('/usr/bin/git', 'git'))
  await until(() => shows('Second'))
})
