// A server that is killed at any moment leaves files from which the next start serves everything, and the last valid texts.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { distDir } from '../helpers/site.ts'
import { createFolder, createWorld, page, siteFiles, writeFiles } from './world.ts'

const many = Array.from({ length: 400 }, (_, at) => at + 1)
const title = (round: number) => `第${round}轮`
const articles = (round: number) =>
  Object.fromEntries(
    many.map((id) => [`product/${id}.zh.md`, page(`id: ${id}\ntitle: ${title(round)}`, `文${round}`)]),
  )
const broken = Object.fromEntries(many.map((id) => [`product/${id}.zh.md`, page(`id: ${id}\ntitle: a: b`)]))
const rounds = 6

t.test('killed at any moment of a reading, it leaves consistent files', async (t) => {
  const folder = createFolder(t, { ...siteFiles, ...articles(0) })
  const dataDir = createFolder(t, {})
  const place = { indexFolder: join(dataDir, 'content') }
  const indexFile = join(place.indexFolder, 'content.sqlite')
  const url = (path: string) => JSON.stringify(join(import.meta.dirname, '../..', path))
  const options = { folder, indexFile, showsDrafts: false }
  writeFiles(dataDir, {
    'content/.keep': '',
    'main.mjs': `import { createContentReader } from ${url('server/content/store/content-reader.ts')}
      const reader = createContentReader(${JSON.stringify(distDir)})
      console.log('begin')
      for (;;) await reader.read({ ...${JSON.stringify(options)}, at: Date.now(),
        richText: { imageHosts: [] } })`,
  })
  for (let round = 1; round <= rounds; round++) {
    writeFiles(folder, articles(round))
    const child = spawn(process.execPath, [join(dataDir, 'main.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await once(createInterface(child.stdout), 'line')
    // At another moment in each round; the result does not depend on it.
    await sleep((round - 1) * 60)
    child.kill('SIGKILL')
    await ended
    t.strictSame(wrongRecords(indexFile), [])
  }
  const world = await createWorld(t, {}, { folder, ...place })
  const titles = async (found = world) =>
    new Set(
      await Promise.all(
        many.map(async (id) => (await found.get(`/api/home/article/detail/${id}?lang=zh`)).json.data?.title),
      ),
    )
  t.strictSame([...(await titles())], [title(rounds)])
  await world.origin.close()
  writeFiles(folder, broken)
  t.strictSame([...(await titles(await createWorld(t, {}, { folder, ...place })))], [title(rounds)])
})

/** Whatever is damaged; every text is whole. */
function wrongRecords(file: string): unknown[] {
  const database = new DatabaseSync(file)
  try {
    const checks = database
      .prepare('pragma integrity_check')
      .all()
      .map(({ integrity_check }) => integrity_check)
    const hasTable = database.prepare(`select 1 from sqlite_schema where name = 'text'`).get()
    const rows = hasTable ? database.prepare('select path, digest, body from text').all() : []
    const wrong = rows.filter(({ digest, body }) => hash('sha256', body as Uint8Array) !== digest)
    return [...checks.filter((check) => check !== 'ok'), ...wrong.map(({ path }) => path)]
  } finally {
    database.close()
  }
}
