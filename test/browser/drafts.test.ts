// A server that shows drafts in a browser: its bar, and a message that is not sent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createFolder, page as file, siteFiles } from '../content/world.ts'
import { fill, send } from '../forms/fill.ts'
import { hydrated, startBrowser } from '../helpers/browser.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'

const password = 'correct-horse'
const note = 'This server also shows drafts, scheduled and expired items.'

t.test('a draft is visible below a bar that says what it is, and a message is not sent', async (t) => {
  const browser = await startBrowser(t)
  if (!browser) return
  const files = {
    ...siteFiles,
    'news/draft.en.md': file(
      'id: 2\ntitle: A secret draft\npublished_at: 2026-01-02\ndraft: true',
      'Secret words',
    ),
  }
  const env = { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: password }
  const { app, dataDir } = await createEmbeddedSite(t, { folder: createFolder(t, files), env })
  const baseURL = await app.listen({ host: '127.0.0.1', port: 0 })
  const context = await browser.newContext({ baseURL, httpCredentials: { username: 'editor', password } })
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.goto('/en/news')
  await hydrated(page)
  const bar = page.locator('main > .drafts-bar')
  t.equal((await bar.innerText()).trim(), note)
  await page.evaluate(() =>
    document.addEventListener('site:pageview', () => sessionStorage.setItem('viewed', '')),
  )
  await page.getByRole('link', { name: 'A secret draft' }).first().click()
  await page.getByText('Secret words').waitFor()
  t.equal(await bar.innerText(), `${note} Draft`)
  t.ok(await bar.isVisible())
  t.equal(await page.evaluate(() => sessionStorage.getItem('viewed')), null, 'editors are not counted')

  await page.goto('/en/contact')
  await hydrated(page)
  await fill(page)
  await send(page)
  const result = page.locator('#form-result')
  await result.waitFor()
  t.match(await result.innerText(), /^This is a draft instance: nothing was sent\.\n/)
  t.match(await page.title(), /^Not sent: /)
  t.notMatch(await result.innerText(), /Reference|We will answer/)
  t.notOk(existsSync(join(dataDir, 'messages.sqlite')))
})
