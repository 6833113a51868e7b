// An owner's first folders: every route in both languages is a page or an honest 404, never a failure.
import t, { type Test } from 'tap'
import { locales } from '../../../shared/constants.ts'
import { elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { titleOf } from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
import { markupFaults } from '../../helpers/markup.ts'
import { ownerFolders, pathsOf } from '../../helpers/owner-folders.ts'
import { createSite, robot, type Site } from '../../helpers/site.ts'

for (const [at, folder] of ownerFolders.entries())
  t.test(`${folder.name}: pages`, async (t) => {
    const site = await createSite(t, { folder: folder.create(t) })
    for (const locale of someOf(locales, 2, at)) {
      const { present, missing, either } = pathsOf(folder, locale)
      const hasItems = locale === 'zh' || folder.absent.length === 0
      for (const path of present) {
        const status = await statusOf(t, site, path)
        // An item may exist in Chinese only.
        if (hasItems || !/\d/.test(path.replace('?page=2', ''))) t.equal(status, 200, path)
        else t.equal(status, 404, path)
      }
      for (const path of missing) t.equal(await statusOf(t, site, path), 404, path)
      for (const path of either) t.ok([200, 404].includes(await statusOf(t, site, path)), path)
    }
    const failures = site.lines.filter(({ level }) => level >= 50)
    t.strictSame(failures, [])
  })

/** Status of the complete page; its markup has no fault. */
async function statusOf(t: Test, site: Site, path: string): Promise<number> {
  const { statusCode, body: html } = await site.get(path, robot)
  // One line of text.
  if (statusCode === 404) return statusCode
  t.strictSame(markupFaults(elementsOf(html)), [], path)
  t.strictSame(inlineScriptsOf(html, site.build), [], `${path}: inline scripts`)
  t.not(titleOf(html).trim(), '', `${path}: title`)
  t.notMatch(html, /<h[1-6][^>]*><\/h[1-6]>/, `${path}: headings`)
  return statusCode
}
