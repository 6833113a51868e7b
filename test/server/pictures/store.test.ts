// Where copies are stored: over restarts, within a bound, and what happens where that fails.
import { join } from 'node:path'
import t from 'tap'
import { createPictureSite, photo } from '../../helpers/pictures.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'

const url = '/media/hall.jpg?w=480&f=webp'

t.test('a copy is there after a restart', async (t) => {
  const dataDir = temporaryFolder(t)
  const files = { 'hall.jpg': { headers: { etag: '"1"' } } }
  const first = await createPictureSite(t, files, { dataDir })
  const made = await first.settled(url)
  await first.site.app.close()
  const second = await createPictureSite(t, files, { dataDir })
  const found = await second.image(url)
  t.match(found, { type: 'image/webp' })
  t.ok(found.bytes.equals(made.bytes))
})

t.test('the least recently used copies leave', async (t) => {
  let time = Date.now()
  const names = ['a.jpg', 'b.jpg', 'c.jpg']
  const files = Object.fromEntries(
    names.map((name, at) => [name, { body: Buffer.concat([photo, Buffer.from([at])]) }]),
  )
  const { settled } = await createPictureSite(t, files, {}, { now: () => time })
  const { bytes } = await settled('/media/a.jpg?w=480&f=webp')
  const mediaCopiesBytes = Math.round(bytes.length * 2.5)
  const small = await createPictureSite(t, files, { mediaCopiesBytes }, { now: () => time })
  const isMade = async (name: string) =>
    (await small.image(`/media/${name}?w=480&f=webp`)).type === 'image/webp'
  for (const name of ['a.jpg', 'b.jpg', 'a.jpg', 'c.jpg']) {
    time += 2 * 3_600_000
    await small.settled(`/media/${name}?w=480&f=webp`)
  }
  t.ok(await isMade('a.jpg'))
  t.ok(await isMade('c.jpg'))
  t.notOk(await isMade('b.jpg'))
})

t.test('a full disk: files are sent, and one line says so', async (t) => {
  const dataDir = temporaryFolder(t)
  const { image, site } = await createPictureSite(t, { 'hall.jpg': {} }, { dataDir })
  // Another program holds the lock, which fails as a full disk does.
  const { DatabaseSync } = await import('node:sqlite')
  const other = new DatabaseSync(join(dataDir, 'media/copies.db'))
  other.exec('begin immediate')
  t.teardown(() => other.close())
  const isLogged = () => site.lines.some(({ msg }) => msg === 'picture sent as it is')
  await image(url)
  await until(isLogged)
  t.match(await image(url), { type: 'image/jpeg', lifetime: 'public, max-age=60' })
})
