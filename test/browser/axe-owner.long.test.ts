// Automated accessibility checks (axe-core) of an owner's first folders.
import t from 'tap'
import { locales } from '../../shared/constants.ts'
import { createBrowserTest } from '../helpers/browser.ts'
import { ownerFolders, pathsOf } from '../helpers/owner-folders.ts'
import { checkPages, timeoutMs } from './axe.ts'

t.setTimeout(timeoutMs)
const test = await createBrowserTest(t)

for (const folder of ownerFolders) {
  for (const locale of locales) {
    const { present, missing, either } = pathsOf(folder, locale)
    test(
      `${folder.name}, ${locale}: axe-core reports no violation`,
      async (t, { newVisitor }) => {
        const { page } = await newVisitor({ reducedMotion: 'reduce' })
        await checkPages(t, page, [...new Set([...present, ...missing.slice(0, 1), ...either])])
      },
      { folder: folder.create(t) },
    )
  }
}
