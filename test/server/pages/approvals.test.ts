// Approvals: a band on the home page and on products that leads to the certificates.
import { cpSync } from 'node:fs'
import t from 'tap'
import { createFolder, writeFiles } from '../../content/world.ts'
import { sampleFolder } from '../../helpers/origin.ts'
import { createSite } from '../../helpers/site.ts'
import { smallFolder } from '../../helpers/small-site.ts'

const site = await createSite(t, { folder: sampleFolder })
const bandOf = (body: string) => /<section class="approvals">.*?<\/section>/s.exec(body)?.[0] ?? ''
const namesIn = (band: string) =>
  [...band.matchAll(/<strong>([^<]+)/g)].map(([, name = '']) => name.replaceAll('\u00a0', ' '))

t.test('the home page names the approvals of the category of its label', async (t) => {
  const band = bandOf((await site.get('/en')).body)
  t.strictSame(namesIn(band), ['ISO 9001', 'ISO/IEC 17025', 'JJG 1033', 'GB/T 17219', 'IP68', 'EMC', 'RoHS'])
  t.match(band, '<a href="/en/download37" class="arrow">Certificates</a>')
  t.match(
    band.replaceAll('<!-- -->', ''),
    /<a href="\/media\/files\/iso-9001-certificate\.pdf" hrefLang="en-US" download="">ISO.9001 certificate<\/a><small class="file-note">English · PDF · 1\.6.kB<\/small>/,
  )
})

t.test('a product names the approvals of the files that belong to it', async (t) => {
  t.strictSame(namesIn(bandOf((await site.get('/product/101')).body)), ['JJG 1033', 'GB/T 17219', 'IP68'])
  t.equal(bandOf((await site.get('/product/102')).body), '')
})

t.test('a document in Chinese is at most two links away from the home page', async (t) => {
  const file = /href="(\/media\/files\/[^"]+-zh\.pdf)" hrefLang="zh-CN"/
  const home = (await site.get('/zh')).body
  const [, category = ''] = /href="(\/download37)"/.exec(home) ?? []
  for (const body of [home, (await site.get(category)).body]) {
    const [, address = ''] = file.exec(body) ?? []
    const response = await site.get(address)
    t.equal(response.headers['content-type'], 'application/pdf')
    t.match(response.body, /^%PDF/)
  }
})

t.test('there is no band without approvals, nor for a label that is no category of downloads', async (t) => {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  for (const path of ['', '/download', '/download99999', '/news', 'javascript:alert(1)', '//other.example']) {
    writeFiles(folder, { 'labels.yaml': `home_approvals: { zh: "${path}", en: "${path}" }\n` })
    const small = await createSite(t, { folder })
    const { statusCode, body } = await small.get('/en')
    t.equal(statusCode, 200, path)
    t.equal(bandOf(body), '', path)
  }
})
