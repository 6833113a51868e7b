// Files that are none: named pipes, sockets, devices and files of any size are named, and hold nothing up.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, symlinkSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ifLong } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { createFolder, page, siteFiles, writeFiles } from './world.ts'

const article = (id: number, title: string) => page(`id: ${id}\ntitle: ${title}`)
const skip = process.platform === 'win32' ? { skip: 'no named pipes' } : {}

/** The program over a folder. */
async function start(t: Test, folder: string, moreArgs: string[] = []) {
  const program = await startProgram(t, { CONTENT_DIR: folder, DRAIN_SECONDS: '0' }, { moreArgs })
  const titleOf = async (id: number) =>
    (await (await fetch(`${program.url}/api/home/article/detail/${id}?lang=zh`)).json()).data?.title
  return { ...program, titleOf, found: () => program.lines.filter(({ file }) => file !== undefined) }
}

const noFile = 'expected a file, found a pipe, a socket or a device'
const expected = {
  'labels.yaml': ['kept', noFile],
  'product/device.zh.md': ['left out', noFile],
  'product/large.zh.md': ['kept', 'the file has 400 MB, at most 4 MB are read'],
  'product/loop.zh.md': ['left out', 'cannot be read (ELOOP)'],
  'product/pipe.zh.md': ['kept', noFile],
  'product/socket.zh.md': ['left out', noFile],
}

t.test(
  'special files of a running server are named, changes are published, and SIGTERM ends it',
  skip,
  async (t) => {
    const folder = createFolder(t, {
      ...siteFiles,
      'product/a.zh.md': article(1, '旧'),
      'product/large.zh.md': article(2, '大'),
      'product/pipe.zh.md': article(3, '管'),
    })
    const socket = createServer().listen(join(folder, 'product/socket.zh.md'))
    await once(socket, 'listening')
    t.teardown(() => socket.close())
    const { url, child, ended, titleOf, found } = await start(t, folder)
    truncateSync(join(folder, 'product/large.zh.md'), 400 * 2 ** 20)
    // In one step: a scan does not see that the file is missing.
    for (const name of ['product/pipe.zh.md', 'labels.yaml']) {
      const pipe = join(createFolder(t, {}), 'pipe')
      t.equal(spawnSync('mkfifo', [pipe]).status, 0)
      renameSync(pipe, join(folder, name))
    }
    symlinkSync('/dev/zero', join(folder, 'product/device.zh.md'))
    symlinkSync('loop.zh.md', join(folder, 'product/loop.zh.md'))
    writeFiles(folder, { 'product/a.zh.md': article(1, '新') })
    await until(async () => (await titleOf(1)) === '新')
    t.strictSame([await titleOf(2), await titleOf(3)], ['大', '管'])
    await until(() => new Set(found().map(({ file }) => file)).size === Object.keys(expected).length)
    t.strictSame(
      Object.fromEntries(
        found().map(({ file, problem, msg }) => [file, [/kept|left out/.exec(msg)?.[0], problem]]),
      ),
      expected,
    )
    const ready = await fetch(`${url}/readyz`)
    t.equal(ready.status, 200)
    t.match((await ready.json()).warnings, [
      `content file labels.yaml, line 1: its last valid text is served (${noFile})`,
      'content files kept: 2 more, see the log or check-content',
      'content files left out: 3 more, see the log or check-content',
    ])
    t.match(await (await fetch(`${url}/metrics`)).text(), /site_content_faults\{effect="kept"\} 3/)
    child.kill('SIGTERM')
    t.equal(await ended, 0)
  },
)

/** In each thread: opening `slow` takes for ever, and opening `late` for the first time. */
const slowFile = `import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { openSync } = fs
  fs.openSync = (path, ...others) => {
    const opened = String(path).replace('product/late.zh.md', '.late')
    const isFirst = opened !== String(path) && !fs.existsSync(opened)
    if (isFirst) fs.closeSync(openSync(opened, 'w'))
    while (isFirst || String(path).endsWith('slow.zh.md'))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    return openSync(path, ...others)
  }
  syncBuiltinESMExports()`

t.test('a file that takes too long twice is named, and the others are published', ifLong, async (t) => {
  const folder = createFolder(t, { ...siteFiles, 'product/a.zh.md': article(1, '旧') })
  const program = `data:text/javascript,${encodeURIComponent(slowFile)}`
  const { titleOf, found } = await start(t, folder, ['--import', program])
  writeFiles(folder, {
    'product/slow.zh.md': article(2, '慢'),
    'product/a.zh.md': article(1, '新'),
    'product/late.zh.md': article(3, '迟'),
  })
  await until(async () => (await titleOf(1)) === '新')
  t.strictSame([await titleOf(2), await titleOf(3)], [undefined, '迟'])
  t.match(found(), [
    { file: 'product/slow.zh.md', problem: /^the file takes too long/, msg: 'content file left out' },
  ])
})
