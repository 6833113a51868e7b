// The minute of both README files happens as it is written: pages without a content API, and a message that survives a kill.
import { execFile, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { freePort } from '../helpers/free-port.ts'
import { readDocument, root } from './document-parts.ts'

const skip = spawnSync('curl', ['--version']).error ? 'there is no curl' : false

for (const [file, name] of [
  ['README.md', 'Ada'],
  ['README.zh.md', '李雷'],
] as const)
  t.test(`${file}: every page stays, and the message arrives`, { skip }, async (t) => {
    const folder = t.testdir()
    for (const part of ['dist', 'server', 'node_modules', 'package.json'])
      symlinkSync(join(root, part), join(folder, part))
    const [, written = ''] = /```sh\nnpm run build\n(.*?)```/s.exec(readDocument(file)) ?? []
    const [site, api] = [await freePort(), await freePort()]
    const script = written
      .replaceAll('DATA_DIR=api-data node', `PORT=${api} DATA_DIR=api-data node`)
      .replaceAll('API_BASE=', `PORT=${site} API_BASE=`)
      .replaceAll('localhost:3000', `localhost:${site}`)
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${api}`)
      .replaceAll(' & ', ' >&2 & ')
    const { NODE_OPTIONS: _, ...env } = process.env
    const PATH = `${dirname(process.execPath)}:${env['PATH']}`
    const { stdout } = await promisify(execFile)('bash', ['-c', `trap 'kill $api $site' EXIT\n${script}`], {
      cwd: folder,
      timeout: 240_000,
      env: { ...env, PATH },
    })
    const statuses = [...stdout.matchAll(/^ *(\d+) (\d{3})$/gm)].map(([, count, status]) => [
      status,
      Number(count),
    ])
    const [[, count] = []] = statuses
    t.ok(Number(count) > 50, String(count))
    t.strictSame(statuses, Array(2).fill(['200', count]))
    t.match(stdout, new RegExp(`stored +:name .* ${name}$`, 'm'))
  })
