// Media responses: headers, ranges, conditional requests, path traversal.
import { symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createFolder, createWorld, page } from './world.ts'

const digits = '0123456789'
const modified = 'Mon, 02 Mar 2026 01:30:00 GMT'

async function createMediaWorld(t: Test, now = Date.parse(modified) + 60_000) {
  const files = {
    'media/files/digits.bin': digits,
    'media/files/empty.txt': '',
    'media/files/表 1.csv': 'a,b',
    'media/files/page.html': '<script>1</script>',
    'media/images/pump-20x10.svg': '<svg/>',
    'media/.secret': 'x',
    'media/files/.git/config': 'x',
    'secret.txt': 'x',
  }
  const world = await createWorld(t, files, { now: () => now })
  utimesSync(join(world.folder, 'media/files/digits.bin'), 0, Date.parse(modified) / 1000)
  return world
}

t.test('a media file has content type, length, validators and nosniff', async (t) => {
  const world = await createMediaWorld(t)
  const { status, headers, bytes } = await world.get('/media/files/digits.bin')
  const { etag, ...others } = headers
  t.equal(status, 200)
  t.match(etag, /^"[\w-]+"$/)
  t.strictSame(others, {
    'content-type': 'application/octet-stream',
    'content-length': '10',
    'last-modified': modified,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  t.equal(bytes.toString(), digits)
  const head = await world.send('HEAD', '/media/files/digits.bin')
  t.strictSame([head.status, head.headers, head.bytes.length], [200, headers, 0])
})

t.test('the content type is that of the extension, and never HTML', async (t) => {
  const world = await createMediaWorld(t)
  const type = async (path: string) => (await world.get(`/media/${path}`)).headers['content-type']
  t.equal(await type('files/%E8%A1%A8%201.csv?v=2'), 'text/csv; charset=utf-8')
  t.equal(await type('files/page.html'), 'application/octet-stream')
  const empty = await world.get('/media/files/empty.txt', { range: 'bytes=0-' })
  t.strictSame([empty.status, empty.headers['content-length']], [200, '0'])
  const svg = await world.get('/media/images/pump-20x10.svg')
  t.equal(svg.headers['content-type'], 'image/svg+xml')
  t.equal(svg.headers['content-security-policy'], "sandbox; default-src 'none'; style-src 'unsafe-inline'")
})

t.test('a single byte range is a 206 with these bytes', async (t) => {
  const world = await createMediaWorld(t)
  const part = async (range: string, more: Record<string, string> = {}) => {
    const { status, headers, bytes } = await world.get('/media/files/digits.bin', { range, ...more })
    return [status, headers['content-range'], headers['content-length'], bytes.toString()]
  }
  t.strictSame(await part('bytes=2-4'), [206, 'bytes 2-4/10', '3', '234'])
  t.strictSame(await part('bytes=0-0'), [206, 'bytes 0-0/10', '1', '0'])
  t.strictSame(await part('bytes=7-'), [206, 'bytes 7-9/10', '3', '789'])
  t.strictSame(await part('bytes=7-99'), [206, 'bytes 7-9/10', '3', '789'])
  t.strictSame(await part('bytes=-3'), [206, 'bytes 7-9/10', '3', '789'])
  t.strictSame(await part('bytes=-99'), [206, 'bytes 0-9/10', '10', digits])
  t.strictSame(await part('bytes=10-'), [416, 'bytes */10', undefined, ''])
  t.strictSame(await part('bytes=-0'), [416, 'bytes */10', undefined, ''])
  const whole = [200, undefined, '10', digits]
  for (const range of ['bytes=4-2', 'bytes=0-1,3-4', 'bytes=-', 'bytes=a-b', 'lines=0-1', '']) {
    t.strictSame(await part(range), whole, range)
  }
  const etag = String((await world.get('/media/files/digits.bin')).headers.etag)
  t.equal((await part('bytes=2-4', { 'if-range': etag }))[0], 206)
  t.equal((await part('bytes=2-4', { 'if-range': modified }))[0], 206)
  t.strictSame(await part('bytes=2-4', { 'if-range': '"other"' }), whole)
  t.strictSame(await part('bytes=2-4', { 'if-range': `W/${etag}` }), whole)
  const head = await world.send('HEAD', '/media/files/digits.bin', { range: 'bytes=2-4' })
  t.strictSame([head.status, head.headers['content-length']], [200, '10'])
})

t.test('If-Range with a Last-Modified of the same second is not a strong validator', async (t) => {
  const world = await createMediaWorld(t, Date.parse(modified) + 999)
  const headers = { range: 'bytes=2-4', 'if-range': modified }
  t.equal((await world.get('/media/files/digits.bin', headers)).status, 200)
})

t.test('a matching validator is a 304', async (t) => {
  const world = await createMediaWorld(t)
  const path = '/media/files/digits.bin'
  const etag = String((await world.get(path)).headers.etag)
  const status = async (headers: Record<string, string>) => (await world.get(path, headers)).status
  t.equal(await status({ 'if-none-match': `"a", W/${etag}` }), 304)
  t.equal(await status({ 'if-none-match': `"a,b", ${etag}` }), 304, 'a comma may stand in a tag')
  t.equal(await status({ 'if-none-match': `"x, ${etag.slice(1)}` }), 200)
  t.equal(await status({ 'if-none-match': '"a"', 'if-modified-since': modified }), 200, 'the tag decides')
  t.equal(await status({ 'if-modified-since': modified }), 304)
  t.equal(await status({ 'if-modified-since': 'Mon, 02 Mar 2026 01:29:59 GMT' }), 200)
  t.equal(await status({ 'if-modified-since': 'yesterday' }), 200)
})

t.test('paths outside the media folder and hidden files are a 404', async (t) => {
  const world = await createMediaWorld(t)
  const outside = createFolder(t, { 'secret.txt': 'x' })
  symlinkSync(join(outside, 'secret.txt'), join(world.folder, 'media/link.txt'))
  symlinkSync(outside, join(world.folder, 'media/linked'))
  symlinkSync(join(world.folder, 'media/files/digits.bin'), join(world.folder, 'media/inside.bin'))
  const paths = [
    '/media',
    '/media/',
    '/media/files',
    '/media/files/',
    '/media/none.svg',
    '/media/../secret.txt',
    '/media/%2e%2e/secret.txt',
    '/media/..%2fsecret.txt',
    '/media/..%5csecret.txt',
    '/media/files/../../secret.txt',
    '/media/./files/digits.bin',
    '/media//files/digits.bin',
    '/media/%2Fetc%2Fpasswd',
    '/media//etc/passwd',
    '/media/.secret',
    '/media/files/.git/config',
    '/media/files/digits.bin%00',
    '/media/files/digits.bin/',
    '/media/link.txt',
    '/media/linked/secret.txt',
    '/%6dedia/files/digits.bin',
    '/media/files%2Fdigits.bin',
    `/media/${'a'.repeat(5000)}`,
  ]
  for (const path of paths) {
    const { status, json } = await world.get(path)
    t.strictSame([status, json?.success], [404, false], path)
  }
  t.equal(
    (await world.get('/media/inside.bin')).status,
    200,
    'a link inside the folder is a file like any other',
  )
  t.equal((await world.get('/media/files/digits.bin#x')).status, 200)
})

t.test('an aborted request closes its file', async (t) => {
  const world = await createMediaWorld(t)
  const abort = new AbortController()
  const { body } = await world.origin.send({
    method: 'GET',
    path: '/media/files/digits.bin',
    headers: {},
    signal: abort.signal,
  })
  if (!(body instanceof Readable)) return t.fail('expected a stream')
  const closed = new Promise((resolve) => body.once('close', resolve))
  abort.abort()
  await closed
  await setImmediate()
  t.ok(body.destroyed)
})

t.test('without a media folder every media path is a 404', async (t) => {
  const world = await createWorld(t, {})
  t.equal((await world.get('/media/a.svg')).status, 404)
})

t.test('a name with accents finds its file, composed or decomposed', async (t) => {
  const [composed, decomposed] = ['Ü-é', 'Ü-é'.normalize('NFD')]
  const world = await createWorld(t, {
    [`media/${decomposed}/a.csv`]: 'a',
    [`media/${composed}.csv`]: 'b',
    'service/a.en.md': page('id: 1\ntitle: A', `[a](/media/${composed}/a.csv) [b](/media/${decomposed}.csv)`),
  })
  t.strictSame(world.warnings(), [])
  for (const name of [`${composed}/a`, `${decomposed}/a`, composed, decomposed])
    t.equal((await world.get(`/media/${encodeURI(name)}.csv`)).status, 200, name)
})
