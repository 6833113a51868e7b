// Deploy during a visit: a tab of the old build works, and its next navigation loads the new build.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, fixtureFolder, hydrated, markDocument } from '../helpers/browser.ts'
import { createSite, distDir } from '../helpers/site.ts'
import { until } from '../helpers/until.ts'

const test = await createBrowserTest(t)
const newId = 'thenewbuild1'

test('the next navigation loads a document of the new build; the ones after it are in-app', async (t, {
  base,
  site,
  visit,
}) => {
  const { page, trouble, requests } = await visit('/en')
  // Requests for files of the old build are done before it is removed.
  await until(() => requests.some((path) => path.startsWith('/builds/meta/')))
  const oldDocument = await markDocument(page)
  await deploy(t, page, base)
  t.ok(await oldDocument(), 'nothing happens to a page that is being read')
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator(`html[data-build="${newId}"]`).waitFor()
  t.match(page.url(), /\/en\/news$/)
  t.notOk(await oldDocument())
  t.ok(
    trouble.every((line) => /409|payload/.test(line)),
    String(trouble),
  )

  await hydrated(page)
  const newDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.ok(await newDocument())
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  t.ok(site.build.id !== newId)
})

test('going back loads the new build too', async (t, { base, visit }) => {
  const { page } = await visit('/en/news')
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await deploy(t, page, base)
  await page.goBack()
  await page.locator(`html[data-build="${newId}"]`).waitFor()
  await page.locator('[data-page="news-list"]').waitFor()
  t.match(page.url(), /\/en\/news$/)
})

/** Switches to another server: the same files, another build. */
async function deploy(t: Test, page: Page, base: string): Promise<void> {
  const dist = t.testdir()
  mkdirSync(join(dist, 'builds/meta'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(distDir, 'manifest.json'), 'utf8')) as object
  const build = JSON.stringify({ ...manifest, id: newId })
  for (const file of ['manifest.json', 'builds/latest.json', `builds/meta/${newId}.json`])
    writeFileSync(join(dist, file), build)
  for (const folder of ['assets', 'public']) symlinkSync(join(distDir, folder), join(dist, folder))
  const site = await createSite(t, { dist, folder: fixtureFolder })
  const next = await site.listen()
  await page.route(`${base}/**`, async (route) => {
    const url = route.request().url().replace(base, next)
    const response = await route.fetch({ url, maxRedirects: 0 }).catch(() => undefined)
    if (response) await route.fulfill({ response }).catch(() => {})
  })
}
