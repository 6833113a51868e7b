// Sections that change while the server runs, that are wrong, and that are kept.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createCoffeeFolder, sectionsYaml, siteYaml } from '../helpers/coffee.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { createSite } from '../helpers/site.ts'

const folder = createCoffeeFolder(t)
const site = await createEmbeddedSite(t, { folder, watch: false })

async function setSections(sections: string): Promise<void> {
  writeFileSync(join(folder, 'site.yaml'), siteYaml + sections)
  await site.origin.reload()
}

t.test('a change of the list is served without a restart', async (t) => {
  const codes = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await site.get(path)).statusCode))
  t.strictSame(await codes('/blog/21', '/careers', '/journal/21'), [200, 200, 404])
  const changed = sectionsYaml.replace('title: { zh: 招聘, en: Careers }', 'title: { zh: 加入, en: Jobs }')
  await setSections(changed)
  t.match((await site.get('/en/careers')).body, /<h1[^>]*>Jobs</)
  t.match((await site.get('/en/blog')).body, '>Jobs</a>', 'the menu of every page')
  await setSections(changed.replace(/.*slug: blog.*\n/, ''))
  t.strictSame(await codes('/blog/21', '/blog', '/careers'), [404, 404, 200])
  await setSections('')
  t.strictSame(await codes('/careers', '/news/11', '/service'), [404, 200, 200], 'the default list')
})

t.test('a mistake in the list is named, and the sections stay', async (t) => {
  await setSections(sectionsYaml)
  await setSections(sectionsYaml.replace('slug: blog', 'slug: news'))
  const problem = /sections\[3\]\.slug: slug news is already used in this list/
  t.match(site.origin.problems(), [{ file: 'site.yaml', problem }])
  t.equal((await site.get('/blog/21')).statusCode, 200)
})

t.test('an upstream names its sections in the site configuration, and they are kept', async (t) => {
  await setSections(sectionsYaml)
  const first = await createSite(t, { folder })
  await first.get('/')
  t.equal((await first.get('/en/coffees/1')).statusCode, 200)
  t.match((await first.get('/en/coffees')).body, 'Find a coffee')
  t.equal((await first.get('/product')).statusCode, 404)
  const { dataDir } = first.config
  const kept = JSON.parse(readFileSync(join(dataDir, 'site-facts.json'), 'utf8'))
  t.match(kept, { sections: [{ slug: 'coffees' }, { slug: 'news' }, { slug: 'blog' }, { slug: 'careers' }] })
  // Restarted, with the upstream dead.
  const second = await createSite(t, { folder, config: { dataDir, apiBase: first.config.apiBase } })
  await second.origin.close()
  t.equal((await second.get('/coffees')).statusCode, 502)
  t.equal((await second.get('/product')).statusCode, 404)
})

t.test('a list of an upstream that cannot be used leaves the sections as they were', async (t) => {
  const site = await createSite(t, { folder, now: () => clock.time })
  await site.get('/')
  site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, sections: [{ slug: 'api' }] }))
  clock.time += 90_000_000
  await site.get('/en')
  await site.get('/en')
  t.equal((await site.get('/coffees')).statusCode, 200)
  site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, sections: undefined }))
  clock.time += 90_000_000
  await site.get('/en/news')
  await site.get('/en/about')
  t.equal((await site.get('/coffees')).statusCode, 404)
  t.equal(
    (await site.get('/product')).statusCode,
    502,
    'a section of the default list, which this upstream lacks',
  )
})
const clock = { time: Date.now() }
