// Media in caches: at an address with the digest of the file for ever, at any other for minutes.
import { cpSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'

const immutable = 'public, max-age=31536000, immutable'
const minutes = 'public, max-age=300'
const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="${colour}" d="M0 0h4v3H0z"/></svg>`

const hall = `---
id: 901
title: 大厅
published_at: 2026-01-02
cover: /media/images/cover.svg
gallery: [{ url: /media/images/gallery.svg }]
attachments: [{ name: 表, url: /media/files/表%201.csv }, { name: 页, url: '/media/files/sheet.txt#page=2' }]
---
![图](/media/images/text.svg) 和[文件](/media/files/list.csv)，[没有](/media/files/none.csv)。
`

const folder = temporaryFolder(t)
cpSync(smallFolder, folder, { recursive: true })
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
for (const name of ['cover', 'gallery', 'text']) write(`media/images/${name}.svg`, svg('#123'))
for (const name of ['表 1', 'list']) write(`media/files/${name}.csv`, 'a,b')
write('news/hall.zh.md', hall)
const inMenu = '{ id: 11, title: { zh: 图, en: P }, path: /media/images/cover.svg }'
write('menu.yaml', `- { id: 1, title: { zh: 品, en: Q }, path: /product, children: [${inMenu}] }\n`)
const env = { MEDIA_COPIES_BYTES: '0' }
const { get, build, origin } = await createEmbeddedSite(t, { folder, watch: false, env })

/** The addresses of media that a page loads or links. */
function mediaIn(html: string): string[] {
  const attributes = [...html.matchAll(/ (?:src|srcset|href)="(\/media\/[^"]*)"/g)].map(([, url = '']) => url)
  return [...new Set(attributes)].map((url) => url.replaceAll('&amp;', '&'))
}

t.test('a page links its media with the digest of each file, and these are immutable', async (t) => {
  const page = await get('/news/901')
  const payload = await get(`/news/901/_payload.json?${build.id}`)
  for (const html of [page.body, payload.json().main]) {
    const urls = mediaIn(html)
    for (const name of ['cover.svg', 'gallery.svg', 'text.svg', 'list.csv', '1.csv']) {
      const url = urls.find((one) => one.includes(`${name}?v=`)) ?? name
      const { statusCode, headers } = await get(encodeURI(decodeURI(url)))
      t.strictSame([statusCode, headers['cache-control']], [200, immutable], url)
    }
    t.ok(urls.includes('/media/files/none.csv'), 'no such file')
    t.ok(urls.includes('/media/files/sheet.txt#page=2'))
  }
  const [digest = ''] = /(?<=cover\.svg\?v=)\w+/.exec(page.body) ?? []
  for (const query of ['', '?v=0000000000000000', `?v=${digest}&a=b`]) {
    const { statusCode, headers } = await get(`/media/images/cover.svg${query}`)
    t.strictSame([statusCode, headers['cache-control']], [200, minutes], query)
  }
  const url = `/media/images/cover.svg?v=${digest}`
  const again = await get(url, { 'if-none-match': String((await get(url)).headers['etag']) })
  t.strictSame([again.statusCode, again.headers['cache-control']], [304, immutable])
})

t.test('a replaced file has another address, and the former one is not immutable', async (t) => {
  const addressNow = async (page = '/news/901') =>
    /\/media\/images\/cover\.svg\?v=\w+/.exec((await get(page)).body)?.[0] ?? ''
  const before = await addressNow()
  t.equal(await addressNow('/contact'), before, 'in the menu')
  write('media/images/cover.svg', svg('#321'))
  // As written by a tool that keeps times.
  utimesSync(join(folder, 'media/images/cover.svg'), 1, 1)
  t.equal((await get(before)).headers['cache-control'], minutes, 'before the folder is read')
  await origin.reload()
  for (const page of ['/news/901', '/contact']) await until(async () => (await addressNow(page)) !== before)
  t.equal((await get(before)).headers['cache-control'], minutes)
  const { headers, body } = await get(await addressNow())
  t.strictSame([headers['cache-control'], body], [immutable, svg('#321')])
})

t.test('media of an upstream: what it says, else minutes', async (t) => {
  const site = await createSmallSite(t)
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  const rows = [
    [{}, minutes],
    [{ 'cache-control': 'max-age=60' }, 'max-age=60'],
    [{ 'cache-control': 'private' }, 'private, max-age=300'],
    [{ 'cache-control': 'no-store' }, 'no-store'],
    [{ expires: date }, undefined],
  ] as const
  for (const [given, sent] of rows)
    for (const status of [200, 304]) {
      const fields = { etag: '"1"', 'last-modified': date, ...given }
      const remove = site.origin.answer(
        '/media/',
        (_request, response) => void response.writeHead(status, fields).end(),
      )
      const { headers, statusCode } = await site.get('/media/a.png?v=1')
      t.strictSame([statusCode, headers['cache-control']], [status, sent], JSON.stringify(given))
      remove()
    }
})
