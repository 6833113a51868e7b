// An owner's first folders: every route in both languages is a page or an honest 404, never a failure.
import t, { type Test } from 'tap'
import { locales } from '../../../shared/constants.ts'
import { type ElementSeen, elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { titleOf } from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
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

/** Ids, order of headings, references, inline styles and handlers. */
function markupFaults(elements: ElementSeen[]): string[] {
  const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? [])
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  const headings = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []))
  const skipped = headings.filter((level, index) => level > (headings[index - 1] ?? 0) + 1)
  return [
    ...repeated.map((id) => `id ${id} twice`),
    ...(headings.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
    ...skipped.map((level) => `h${level} after a gap`),
    ...elements.flatMap((element) => faultsIn(element, ids)),
  ]
}

function faultsIn({ name, attributes }: ElementSeen, ids: string[]): string[] {
  const references = ['for', 'aria-labelledby', 'aria-describedby', 'popovertarget']
  const lost = references.filter((key) => attributes[key] && !ids.includes(attributes[key]))
  const handlers = Object.keys(attributes).filter((key) => key === 'style' || key.startsWith('on'))
  const bare =
    name === 'img' && (!attributes['width'] || !attributes['height'] || attributes['alt'] === undefined)
  return [
    ...lost.map((key) => `${name} ${key} leads nowhere`),
    ...handlers.map((key) => `${name} has ${key}`),
    ...(bare ? [`img ${attributes['src']} without size or text`] : []),
    ...(name === 'button' && !attributes['type'] ? ['button without type'] : []),
  ]
}
