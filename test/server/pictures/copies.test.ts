// Copies of pictures below /media/: made in the background, kept within a bound, and never larger than the file.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import t from 'tap'
import { ifLong } from '../../helpers/long.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { animatedPng, createPictureSite, type File, largeHead, photo, plain } from '../../helpers/pictures.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'

const png = { 'content-type': 'image/png' }
const animation = sharp([photo, await sharp(photo).negate().jpeg().toBuffer()], { join: { animated: true } })
const turned = await sharp(photo)
  .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer()
const withoutCopies: Record<string, File> = {
  'drawing.jpg': { body: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>' },
  'broken.jpg': { body: photo.subarray(0, 3000) },
  'huge.png': { body: largeHead, headers: png },
  'wheel.jpg': { body: await animation.gif().toBuffer(), headers: { 'content-type': 'image/gif' } },
  'wheel.png': { body: animatedPng, headers: png },
  'small.jpg': { body: await plain(480, 9, '#fff').jpeg().toBuffer() },
}
const files = { ...withoutCopies, 'hall.jpg': {}, 'turned.jpg': { body: turned } }
const { image, settled, hits, site } = await createPictureSite(t, files)
const url = '/media/hall.jpg?w=480&f=webp'

t.test('the file is sent for a minute until its copy is made, then the copy', async (t) => {
  for (const format of ['avif', 'webp']) {
    const url = `/media/hall.jpg?w=480&f=${format}`
    const first = await image(url)
    t.match(first, { status: 200, type: 'image/jpeg', lifetime: 'public, max-age=60' })
    t.ok(first.bytes.equals(photo))
    const copy = await settled(url)
    t.match(copy, { status: 200, type: `image/${format}`, lifetime: 'public, max-age=300' })
    t.ok(copy.bytes.length < photo.length / 2)
    t.match(await sharp(copy.bytes).metadata(), { width: 480, height: 288 })
    const etag = String(copy.headers['etag'])
    t.match(await image(url, { 'if-none-match': etag }), { status: 304 })
    const head = await site.get(url, {}, { method: 'HEAD' })
    t.match(head, { statusCode: 200, body: '', headers: { 'content-length': `${copy.bytes.length}` } })
    const [, version] = /^"([\w-]+)-480-/.exec(etag) ?? []
    const immutable = 'public, max-age=31536000, immutable'
    t.match(await image(`${url}&v=${version}`), { type: `image/${format}`, lifetime: immutable })
    t.match(await image(`${url}&v=other`), { type: `image/${format}`, lifetime: 'public, max-age=300' })
  }
  const before = hits()
  t.match(await image('/media/h%61ll.jpg?w=480&f=avif'), { type: 'image/avif' }, 'another spelling')
  t.equal(hits(), before)
})

t.test('the file itself: without a width, and with one that is not in the table', async (t) => {
  for (const query of ['', '?w=481&f=webp', '?w=480&f=jpeg', '?w=480&f=webp&x=1']) {
    const found = await image(`/media/hall.jpg${query}`)
    t.ok(found.bytes.equals(photo), query)
    t.not(found.lifetime, 'public, max-age=60', query)
  }
})

t.test('a copy has no more pixels than the file', async (t) => {
  const { bytes } = await settled('/media/hall.jpg?w=1280&f=webp')
  t.match(await sharp(bytes).metadata(), { width: 1000, format: 'webp' })
  t.match(await settled('/media/hall.jpg?w=1920&f=webp'), { type: 'image/jpeg' }, 'one is enough')
})

t.test('what has no copies is sent as it is, and not fetched again for them', async (t) => {
  const addresses = Object.keys(withoutCopies).map((name) => `/media/${name}?w=480&f=avif`)
  for (const [at, url] of addresses.entries())
    t.ok((await settled(url)).bytes.equals(Buffer.from(Object.values(withoutCopies)[at]?.body ?? '')), url)
  const before = hits()
  for (const url of addresses) await image(url)
  t.equal(hits(), before + addresses.length, 'once for each response')
})

t.test('orientation is applied, and metadata removed', async (t) => {
  t.match(await sharp(turned).metadata(), { orientation: 6, exif: Buffer })
  for (const format of ['avif', 'webp']) {
    const { bytes } = await settled(`/media/turned.jpg?w=480&f=${format}`)
    const facts = await sharp(bytes).metadata()
    t.match(facts, { width: 480, height: 800 })
    for (const name of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) t.notOk(facts[name], name)
  }
})

t.test(
  'a replaced file has new copies after a purge, or five minutes; they are there after a restart',
  async (t) => {
    let time = Date.now()
    const dataDir = temporaryFolder(t)
    const files: Record<string, File> = { 'hall.jpg': { headers: { etag: '"1"' } } }
    const options = { now: () => time }
    const { image, settled, site, hits } = await createPictureSite(t, files, { opsToken, dataDir }, options)
    const first = await settled(url)
    const known = hits()
    time += 300_000
    await image(url)
    await until(() => hits() > known, { what: 'the file is revalidated: 304' })
    files['hall.jpg'] = { body: await sharp(photo).rotate(90).jpeg().toBuffer(), headers: { etag: '"2"' } }
    const before = hits()
    t.ok((await settled(url)).bytes.equals(first.bytes))
    t.equal(hits(), before)
    t.match(await postOps(site, '/ops/purge', { url: '/media/hall.jpg' }), { statusCode: 200 })
    await until(async () => !(await settled(url)).bytes.equals(first.bytes))
    t.match(await sharp((await settled(url)).bytes).metadata(), { width: 480, height: 800 })
    files['hall.jpg'] = { headers: { etag: '"3"' } }
    time += 300_000
    await until(async () => (await sharp((await settled(url)).bytes).metadata()).height === 288)
    const { bytes } = await settled(url)
    await site.app.close()
    const found = await (await createPictureSite(t, files, { dataDir }, options)).image(url)
    t.match(found, { type: 'image/webp' })
    t.ok(found.bytes.equals(bytes))
  },
)

t.test('the least recently used copies leave', ifLong, async (t) => {
  const names = ['a.jpg', 'b.jpg', 'c.jpg']
  const bodies = names.map((name, at) => [name, { body: Buffer.concat([photo, Buffer.from([at])]) }])
  let time = Date.now()
  const mediaCopiesBytes = Math.round((await settled(url)).bytes.length * 2.5)
  const options = { now: () => time }
  const small = await createPictureSite(t, Object.fromEntries(bodies), { mediaCopiesBytes }, options)
  const address = (name: string) => `/media/${name}?w=480&f=webp`
  for (const name of ['a.jpg', 'b.jpg', 'a.jpg', 'c.jpg']) {
    time += 2 * 3_600_000
    await small.settled(address(name))
  }
  for (const [name, type] of Object.entries({ 'a.jpg': 'webp', 'c.jpg': 'webp', 'b.jpg': 'jpeg' }))
    t.match(await small.image(address(name)), { type: `image/${type}` }, name)
})

t.test('one address has a limited number of copies made in a minute', ifLong, async (t) => {
  const urls = Array.from({ length: 5 }, (_, at) => `/media/n${at}.jpg?w=480&f=webp`)
  const files = Object.fromEntries(urls.map((_, at) => [`n${at}.jpg`, {}]))
  let passed = 0
  const monotonic = () => performance.now() + passed
  // 1 % of 240.
  const { image, settled } = await createPictureSite(t, files, { addressRate: 1 }, { monotonic })
  for (const url of urls.slice(0, 3)) t.match(await settled(url), { type: 'image/webp' })
  const over = { type: 'image/jpeg', lifetime: 'public, max-age=60' }
  t.match(await image(urls[3]!), over)
  passed = 60_000
  t.match(await settled(urls[4]!), { type: 'image/webp' })
  t.match(await image(urls[3]!), over, 'it was not made meanwhile')
})

t.test('a full disk: files are sent, and one line says so', ifLong, async (t) => {
  const dataDir = temporaryFolder(t)
  const { image, site } = await createPictureSite(t, { 'hall.jpg': {} }, { dataDir })
  // Another program holds the lock, which fails as a full disk does.
  const other = new DatabaseSync(join(dataDir, 'media/copies.db'))
  other.exec('begin immediate')
  t.teardown(() => other.close())
  await image(url)
  await until(() => site.lines.some(({ msg }) => msg === 'picture sent as it is'))
  t.match(await image(url), { type: 'image/jpeg', lifetime: 'public, max-age=60' })
})
