// Automated accessibility checks (axe-core) of an owner's first folders.
import axe from 'axe-core'
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { ownerFolders, pathsOf } from '../helpers/owner-folders.ts'
import { bothThemes, timeoutMs } from './axe.ts'

t.setTimeout(timeoutMs)
const test = await createBrowserTest(t)

// The second folder has no English items.
for (const [index, folder] of ownerFolders.entries()) {
  const locale = index === 0 ? 'en' : 'zh'
  const { present, missing, either } = pathsOf(folder, locale)
  test(
    `${folder.name}, ${locale}: axe-core reports no violation`,
    async (t, { newVisitor }) => {
      const { page } = await newVisitor({ reducedMotion: 'reduce' })
      await page.addInitScript(axe.source)
      for (const path of new Set([...present, ...missing.slice(0, 1), ...either])) {
        await page.goto(path)
        await page.locator('html[data-hydrated], [data-error-page]').first().waitFor({ state: 'attached' })
        await bothThemes(t, page, { name: path, width: 1280, within: 'html', without: [] })
      }
    },
    { folder: folder.create(t) },
  )
}
