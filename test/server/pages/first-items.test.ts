// Addresses without an id: the first about page, the default category of downloads, and what they are without any.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createFolder, type Files, writeFiles } from '../../content/world.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { canonicalOf, titleOf } from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
import { botAgent, createSite, siteUrl } from '../../helpers/site.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'

const robot = { 'user-agent': botAgent }
const noindex = '<meta name="robots" content="noindex"'

const about = (id: number, title: string, more = '') => ({
  [`about/${title}.zh.md`]: `---\nid: ${id}\ntitle: ${title}\n${more}---\n${title}的正文。\n`,
  [`about/${title}.en.md`]: `---\nid: ${id}\ntitle: ${title}\n${more}---\nText of ${title}.\n`,
})
const download = (id: number, title: string, more = '') => ({
  [`download/${title}.zh.md`]: `---\nid: ${id}\ntitle: ${title}\n${more}items: []\n---\n`,
  [`download/${title}.en.md`]: `---\nid: ${id}\ntitle: ${title}\n${more}items: []\n---\n`,
})

/** The small content folder with other about pages and downloads. */
function createOther(t: Test, files: Files): string {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  for (const name of ['about', 'download']) rmSync(join(folder, name), { recursive: true })
  writeFiles(folder, files)
  return folder
}

const kinds = {
  embedded: (t: Test, folder: string, downloadId: number) =>
    createEmbeddedSite(t, {
      folder,
      watch: false,
      env: { DOWNLOAD_ID: `${downloadId}`, MEDIA_COPIES_BYTES: '0' },
    }),
  'an HTTP origin': (t: Test, folder: string, downloadId: number) =>
    createSite(t, { folder, config: { downloadId } }),
}

for (const [kind, create] of Object.entries(kinds)) {
  const createWith = (t: Test, files: Files, downloadId = 36) => create(t, createOther(t, files), downloadId)

  t.test(`${kind}: /about is the first about page by its order, whatever its id`, async (t) => {
    const folders: [name: string, files: Files, first: number][] = [
      ['one page', about(7, 'company'), 7],
      ['the order decides', { ...about(7, 'later'), ...about(9, 'first', 'order: 1\n') }, 9],
      ['page 1 is the contact text', { ...about(1, 'contact', 'sign: contact\n'), ...about(5, 'first') }, 5],
    ]
    for (const [name, files, first] of someOf(folders, 2)) {
      const site = await createWith(t, files)
      for (const prefix of ['', '/en']) {
        const page = await site.get(`${prefix}/about`, robot)
        const byId = await site.get(`${prefix}/about/${first}`, robot)
        t.equal(page.statusCode, 200, name)
        t.equal(titleOf(page.body), titleOf(byId.body), name)
        for (const { body } of [page, byId]) t.equal(canonicalOf(body), `${siteUrl}${prefix}/about`, name)
        t.notMatch(page.body, noindex)
      }
      const { body } = await site.get('/zh/sitemap.xml')
      t.match(body, `<loc>${siteUrl}/about</loc>`, name)
      t.notMatch(body, `<loc>${siteUrl}/about/${first}</loc>`, name)
    }
  })

  t.test(`${kind}: /download is the configured category, else the first one`, async (t) => {
    const files = { ...download(36, 'documents'), ...download(40, 'software', 'order: 1\n') }
    const rows: [downloadId: number, id: number, canonical: string][] = [
      [36, 36, '/download'],
      [99, 40, '/download40'],
    ]
    for (const [downloadId, id, canonical] of rows) {
      const site = await createWith(t, files, downloadId)
      const page = await site.get('/download', robot)
      const byId = await site.get(`/download${id}`, robot)
      t.equal(titleOf(page.body), titleOf(byId.body))
      for (const { body, statusCode } of [page, byId]) {
        t.equal(statusCode, 200)
        t.equal(canonicalOf(body), siteUrl + canonical)
      }
      t.match((await site.get('/zh/sitemap.xml')).body, `<loc>${siteUrl}${canonical}</loc>`)
    }
  })

  t.test(`${kind}: without about pages, downloads, contact and privacy text every page works`, async (t) => {
    const site = await createWith(t, {})
    const texts: [url: string, text: string][] = [
      ['/about', '暂无公司介绍。'],
      ['/en/about', 'There is no text about the company yet.'],
      ['/download', '暂无可供下载的资料。'],
      ['/en/download', 'There are no documents to download yet.'],
    ]
    for (const [url, text] of texts) {
      const { statusCode, body } = await site.get(url)
      t.equal(statusCode, 200, url)
      t.match(body, text)
      t.match(body, noindex)
    }
    const contact = (await site.get('/contact')).body
    t.match(contact, /<form[^>]*data-form/)
    t.notMatch(contact, 'detail_privacy')
    t.notMatch((await site.get('/zh/sitemap.xml')).body, /\/(?:about|download)[^<]*<\/loc>/)
    const problems = site.lines.filter(({ level }) => level >= 40)
    t.strictSame(problems, [], 'nothing is logged as a problem')
  })
}

t.test('an upstream that knows only ids: about page 1 and the configured category', async (t) => {
  const site = await createSmallSite(t)
  for (const call of ['/api/home/about/0', '/api/home/download/0'])
    site.origin.json(call, { message: 'id' }, 500)
  site.origin.patch('/api/home/about/1', (data: object) => ({ ...data, siblings: undefined }))
  for (const url of ['/about', '/about/1', '/about/company']) {
    const { statusCode, body } = await site.get(url, robot)
    t.equal(statusCode, 200, url)
    t.equal(titleOf(body), '公司 | 水表厂', url)
  }
  t.equal(canonicalOf((await site.get('/about/1', robot)).body), `${siteUrl}/about`)
  t.equal(titleOf((await site.get('/download', robot)).body), '资料 | 水表厂')
})
