// Smaller copies of images below /media/.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Config } from '../../../server/config/config.ts'
import { createRichText } from '../../../server/rich-text/rich-text.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { distDir } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { runProgram } from '../commands/process.ts'

const size = { width: 1000, height: 600 }
const noise = {
  create: { ...size, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
} as const
const photo = await sharp(noise).jpeg({ quality: 95 }).toBuffer()
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'

/** A PNG whose head says that it has 20 000 by 20 000 pixels. */
async function hugePng(): Promise<Buffer> {
  const png = Buffer.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

type Answer = { body?: Buffer | string; status?: number; headers?: Record<string, string> }

/** A site whose origin has the files of `files` below /media/. */
async function createMediaSite(t: Test, files: Record<string, Answer>, config: Partial<Config> = {}) {
  const site = await createSmallSite(t, { config: { mediaResize: true, ...config } })
  for (const [name, { body = photo, status = 200, headers = {} }] of Object.entries(files))
    site.origin.answer(`/media/${name}`, (_request, response) => {
      response.writeHead(status, { 'content-type': 'image/jpeg', ...headers }).end(body)
    })
  const hits = () => site.origin.hits.filter((path) => path.includes('/media/')).length
  const image = async (url: string, accept = '*/*') => {
    const response = await site.get(url, { accept })
    return {
      ...response,
      status: response.statusCode,
      type: response.headers['content-type'],
      bytes: response.rawPayload,
    }
  }
  return { site, hits, image }
}

t.test('a copy has the width and the best format that is accepted, and is made once', async (t) => {
  const { image, hits, site } = await createMediaSite(t, { 'hall.jpg': {} })
  const rows: [accept: string, type: string, format: string][] = [
    ['image/avif,image/webp,*/*;q=0.8', 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['image/avif;q=0, image/webp;q=0.0', 'image/jpeg', 'jpeg'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ]
  for (const [accept, type, format] of rows) {
    const found = await image('/media/hall.jpg?w=480', accept)
    t.equal(found.status, 200)
    t.equal(found.type, type)
    t.match(String(found.headers['vary']), /accept/i)
    t.match(found.headers['cache-control'], /public, max-age=3600/)
    const facts = await sharp(found.bytes).metadata()
    t.match(facts, { format, width: 480, height: 288 })
    t.ok(found.bytes.length < photo.length / 2)
  }
  t.equal(hits(), 3, 'once for each format')
  const first = await image('/media/hall.jpg?w=480', 'image/avif')
  t.match(first.headers['cache-status'], /site; hit/)
  const etag = String(first.headers['etag'])
  t.equal(
    (await site.get('/media/hall.jpg?w=480', { accept: 'image/avif', 'if-none-match': etag })).statusCode,
    304,
  )
  const head = await site.get('/media/hall.jpg?w=480', { accept: 'image/avif' }, { method: 'HEAD' })
  t.match(head, { statusCode: 200, body: '', headers: { 'content-type': 'image/avif' } })
  t.equal((await image('/media/h%61ll.jpg?w=480')).status, 200)
  t.equal(hits(), 3, 'another spelling of the name is the same image')
})

t.test('the file itself: without a width, and with one that pages do not offer', async (t) => {
  const { image } = await createMediaSite(t, { 'hall.jpg': {} })
  for (const query of ['', '?w=481', '?w=0480', '?w=480&v=1', '?v=1&w=480', '?w=99999'])
    t.ok((await image(`/media/hall.jpg${query}`, 'image/avif')).bytes.equals(photo), query)
})

t.test('what cannot be made smaller leads to the file itself', async (t) => {
  const files = {
    'drawing.jpg': { body: drawing },
    'drawing.svg': { body: drawing, headers: { 'content-type': 'image/svg+xml' } },
    'wheel.gif': { body: 'GIF89a', headers: { 'content-type': 'image/gif' } },
    'broken.jpg': { body: photo.subarray(0, 3000) },
    'huge.png': { body: await hugePng(), headers: { 'content-type': 'image/png' } },
    'page.jpg': { body: '<script>alert(1)</script>' },
    'animated.webp': {
      body: await sharp([photo, await sharp(photo).negate().jpeg().toBuffer()], { join: { animated: true } })
        .webp()
        .toBuffer(),
      headers: { 'content-type': 'image/webp' },
    },
    'small.jpg': {
      body: await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
    },
  }
  const { image, hits } = await createMediaSite(t, files)
  for (const [name, { body }] of Object.entries(files)) {
    const found = await image(`/media/${name}?w=480`, 'image/avif')
    t.match(found, { status: 302, headers: { location: `/media/${name}` } }, name)
    t.ok((await image(`/media/${name}`)).bytes.equals(Buffer.from(body)), name)
  }
  const before = hits()
  for (const name of Object.keys(files)) await image(`/media/${name}?w=480`, 'image/avif')
  t.equal(hits(), before, 'which is remembered')
})

t.test('errors and private files are passed on and not stored', async (t) => {
  const { image, hits, site } = await createMediaSite(t, {
    'none.jpg': { status: 404, body: '' },
    'private.jpg': { headers: { 'cache-control': 'private' } },
    'elsewhere.jpg': { status: 302, body: '', headers: { location: 'http://169.254.169.254/latest' } },
  })
  t.equal((await image('/media/none.jpg?w=480')).status, 404)
  t.equal((await image('/media/elsewhere.jpg?w=480')).status, 502, 'no other host')
  for (let at = 0; at < 2; at++) t.ok((await image('/media/private.jpg?w=480')).bytes.equals(photo))
  t.ok(hits() >= 4)
  await site.origin.close()
  t.equal((await image('/media/hall.jpg?w=480')).status, 502)
})

t.test('more images at once than can be made: each visitor gets an image', async (t) => {
  const names = Array.from({ length: 30 }, (_, at) => `n${at}.jpg`)
  const { image } = await createMediaSite(t, Object.fromEntries(names.map((name) => [name, {}])))
  const found = await Promise.all(names.map((name) => image(`/media/${name}?w=480`)))
  t.ok(found.every(({ status, type }) => status === 200 && type === 'image/jpeg'))
  t.ok(found.some(({ bytes }) => bytes.length < photo.length))
})

t.test('a purge of the file purges its copies', async (t) => {
  const { site, image, hits } = await createMediaSite(t, { 'hall.jpg': {} }, { opsToken })
  for (let at = 0; at < 2; at++) await image('/media/hall.jpg?w=480')
  t.equal(hits(), 1)
  const purged = await postOps(site, '/ops/purge', { url: '/media/hall.jpg', mode: 'hard' })
  t.equal(purged.statusCode, 200)
  await image('/media/hall.jpg?w=480')
  t.equal(hits(), 2)
})

t.test('pages offer the copies, unless the image has its own', async (t) => {
  const { site } = await createMediaSite(t, {})
  const richText = createRichText({ imageHosts: [], mediaResize: true })
  t.match(
    richText('<img src="/media/a b,c.jpg" alt="">'),
    'srcset="/media/a%20b%2Cc.jpg?w=480 480w, /media/a%20b%2Cc.jpg?w=768 768w, /media/a%20b%2Cc.jpg?w=1280 1280w, /media/a%20b%2Cc.jpg?w=1920 1920w"',
  )
  for (const src of [
    ...['/media/a.svg', '/media/a.gif', '/media/a-900x600.480.jpg', 'https://img.example/a.jpg'],
    ...['/media/a.jpg?v=2'],
  ])
    t.notMatch(richText(`<img src="${src}" alt="">`), '?w=', src)
  t.notMatch(createRichText({ imageHosts: [] })('<img src="/media/a.jpg" alt="">'), 'srcset')
  site.origin.patch('/api/home/article/detail/', (data: object) => ({
    ...data,
    gallery: [{ url: '/media/hall-1300x700.jpg' }],
  }))
  const { body } = await site.get('/en/product/11')
  t.match(
    body,
    '/media/hall-1300x700.jpg?w=480 480w, /media/hall-1300x700.jpg?w=768 768w, /media/hall-1300x700.jpg?w=1280 1280w"',
  )
})

t.test('a server without the package names it and does not start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-without-sharp-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(distDir, 'server'), join(folder, 'server'), { recursive: true })
  const env = { MEDIA_RESIZE: 'on', DATA_DIR: folder, CONTENT_DIR: folder }
  const { code, err } = await runProgram(['serve'], env, [], join(folder, 'server/main.js'))
  t.equal(code, 78)
  t.match(err, /MEDIA_RESIZE needs the package sharp: npm install --no-save sharp/)
})
