// Addresses without an id: the first about page, the default category of downloads, and what they are without any.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createFolder, type Files, writeFiles } from '../../content/world.ts'
import { canonicalOf, titleOf } from '../../helpers/html.ts'
import { createSite, robot, siteUrl } from '../../helpers/site.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'

const noindex = '<meta name="robots" content="noindex"'

const items = (folder: string, id: number, title: string, more = '') =>
  Object.fromEntries(
    ['zh', 'en'].map((locale) => [
      `${folder}/${title}.${locale}.md`,
      `---\nid: ${id}\ntitle: ${title}\n${more}---\nText\n`,
    ]),
  )
const about = (id: number, title: string, more = '') => items('about', id, title, more)
const download = (id: number, title: string, more = '') => items('download', id, title, `${more}items: []\n`)

/** The small content folder with other about pages and downloads. */
function createWith(t: Test, files: Files, downloadId = 36) {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  for (const name of ['about', 'download']) rmSync(join(folder, name), { recursive: true })
  writeFiles(folder, files)
  return createSite(t, { folder, config: { downloadId } })
}

t.test('/about is the first about page by its order, whatever its id', async (t) => {
  const contact = about(1, 'contact', 'order: 0\nsign: contact\n')
  const site = await createWith(t, { ...contact, ...about(7, 'later'), ...about(9, 'first', 'order: 1\n') })
  for (const prefix of ['', '/en']) {
    const page = await site.get(`${prefix}/about`, robot)
    const byId = await site.get(`${prefix}/about/9`, robot)
    t.equal(page.statusCode, 200)
    t.equal(titleOf(page.body), titleOf(byId.body))
    for (const { body } of [page, byId]) t.equal(canonicalOf(body), `${siteUrl}${prefix}/about`)
    t.notMatch(page.body, noindex)
  }
  const { body } = await site.get('/zh/sitemap.xml')
  t.match(body, `<loc>${siteUrl}/about</loc>`)
  t.notMatch(body, `<loc>${siteUrl}/about/9</loc>`)
})

t.test('/download is the first category where the configured one is missing', async (t) => {
  const files = { ...download(36, 'documents'), ...download(40, 'software', 'order: 1\n') }
  const site = await createWith(t, files, 99)
  const page = await site.get('/download', robot)
  t.match(titleOf(page.body), 'software')
  t.equal(canonicalOf(page.body), `${siteUrl}/download40`)
})

t.test('without about pages, downloads, contact and privacy text every page works', async (t) => {
  const site = await createWith(t, {})
  for (const url of ['/about', '/en/download']) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, 200, url)
    t.match(body, noindex)
  }
  const contact = (await site.get('/contact')).body
  t.match(contact, /<form[^>]*data-form/)
  t.notMatch(contact, 'detail_privacy')
  t.notMatch((await site.get('/zh/sitemap.xml')).body, /\/(?:about|download)[^<]*<\/loc>/)
  t.notOk(site.lines.some(({ level }) => level >= 40))
})

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
