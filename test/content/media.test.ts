// Media responses: headers, ranges, conditional requests, path traversal.
import { symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { words } from '../helpers/words.ts'
import { createFolder, createWorld, page } from './world.ts'

const digits = '0123456789'
const modified = 'Mon, 02 Mar 2026 01:30:00 GMT'

const world = await createWorld(t, {
  'media/files/digits.bin': digits,
  'media/files/empty.txt': '',
  'media/files/表 1.csv': 'a,b',
  'media/files/page.html': '<script>1</script>',
  'media/files/script.js': '1',
  'media/images/pump-20x10.svg': '<svg/>',
  'media/.secret': 'x',
  'media/files/.git/config': 'x',
  'secret.txt': 'x',
})
utimesSync(join(world.folder, 'media/files/digits.bin'), 0, Date.parse(modified) / 1000)

t.test('a media file has content type, length, validators and nosniff', async (t) => {
  const { status, headers, bytes } = await world.get('/media/files/digits.bin')
  const { etag, ...others } = headers
  t.equal(status, 200)
  t.match(etag, /^W\/"[\w-]+"$/)
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

t.test('the content type is that of the extension, and never HTML or a script', async (t) => {
  const types = {
    '/media/files/%E8%A1%A8%201.csv?v=2': 'text/csv; charset=utf-8',
    '/media/files/page.html': 'application/octet-stream',
    '/media/files/script.js': 'application/octet-stream',
    '/media/images/pump-20x10.svg': 'image/svg+xml',
  }
  for (const [path, type] of Object.entries(types)) {
    const { headers } = await world.get(path)
    t.equal(headers['content-type'], type)
    const isDrawing = type === 'image/svg+xml'
    const policy = isDrawing ? "sandbox; default-src 'none'; style-src 'unsafe-inline'" : undefined
    t.equal(headers['content-security-policy'], policy)
  }
})

t.test('ranges and conditional requests', async (t) => {
  const path = '/media/files/digits.bin'
  const etag = String((await world.get(path)).headers.etag)
  const whole = [200, undefined, '10', digits]
  const rows: [sent: Record<string, string>, expected: unknown[]][] = [
    [{ range: 'bytes=2-4' }, [206, 'bytes 2-4/10', '3', '234']],
    [{ range: 'bytes=-3' }, [206, 'bytes 7-9/10', '3', '789']],
    [{ range: 'bytes=8-99' }, [206, 'bytes 8-9/10', '2', '89']],
    [{ range: 'bytes=-99' }, [206, 'bytes 0-9/10', '10', digits]],
    [{ range: 'lines=0-1' }, whole],
    [{ range: 'bytes=0-1,3-4' }, whole],
    [{ range: 'bytes=2-4', 'if-range': '"other"' }, whole],
    [{ range: 'bytes=2-4', 'if-range': 'Mon, 02 Mar 2026 01:29:59 GMT' }, whole],
    [{ range: 'bytes=2-4', 'if-range': modified }, [206, 'bytes 2-4/10', '3', '234']],
    [{ range: 'bytes=2-4', 'if-none-match': etag }, [304, undefined, undefined, '']],
    [{ 'if-none-match': `"a", ${etag}` }, [304, undefined, undefined, '']],
    [{ 'if-modified-since': modified }, [304, undefined, undefined, '']],
    [{ 'if-modified-since': 'Mon, 02 Mar 2026 01:29:59 GMT' }, whole],
  ]
  for (const [sent, expected] of rows) {
    const { status, headers, bytes } = await world.get(path, sent)
    const found = [status, headers['content-range'], headers['content-length'], bytes.toString()]
    t.strictSame(found, expected, JSON.stringify(sent))
  }
  for (const range of ['bytes=10-', 'bytes=-0']) {
    const { status, headers } = await world.get(path, { range })
    const found = [status, headers['content-range'], headers['content-type']]
    t.strictSame(found, [416, 'bytes */10', 'application/octet-stream'], range)
  }
  t.equal((await world.get(path, { 'if-match': '"other"' })).status, 412)
  const head = await world.send('HEAD', path, { range: 'bytes=2-4' })
  t.strictSame([head.status, head.headers['content-length']], [200, '10'])
})

t.test('a request that ends closes the file', async (t) => {
  const visitor = new AbortController()
  const request = { method: 'GET', path: '/media/files/digits.bin', headers: {}, signal: visitor.signal }
  const { body } = await world.origin.send(request)
  visitor.abort()
  t.ok(!Buffer.isBuffer(body) && body.destroyed)
})

t.test('paths outside the media folder and hidden files are a 404', async (t) => {
  const outside = createFolder(t, { 'secret.txt': 'x' })
  symlinkSync(join(outside, 'secret.txt'), join(world.folder, 'media/link.txt'))
  symlinkSync(outside, join(world.folder, 'media/linked'))
  symlinkSync(join(world.folder, 'media/files/digits.bin'), join(world.folder, 'media/inside.bin'))
  const paths = [
    ...words(`
      /media /media/files /media/none.svg /media/../secret.txt /media/%2e%2e/secret.txt /media/..%2fsecret.txt
      /media/..%5csecret.txt /media/./files/digits.bin /media//etc/passwd /media/%2Fetc%2Fpasswd /media/.secret
      /media/files/.git/config /media/files/digits.bin%00 /media/files/digits.bin/ /media/link.txt
      /media/linked/secret.txt /%6dedia/files/digits.bin
    `),
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
  const without = await createWorld(t, {})
  t.equal((await without.get('/media/a.svg')).status, 404, 'without a media folder')
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
