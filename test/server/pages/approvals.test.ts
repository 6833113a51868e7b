// Approvals: a band on the home page and on products that leads to the certificates.

import t from 'tap'
import { sampleFolder } from '../../helpers/origin.ts'
import { createSite } from '../../helpers/site.ts'

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
