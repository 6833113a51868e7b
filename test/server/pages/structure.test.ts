// Markup of every page kind: unique ids, heading order, no inline styles or handlers.
import t from 'tap'
import { localizePath } from '../../../shared/href.ts'
import { pageKindsIn } from '../../browser/page-kinds.ts'
import { type ElementSeen, elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { botAgent, createSite } from '../../helpers/site.ts'

for (const locale of ['zh', 'en'] as const) {
  t.test(`every page kind in ${locale}`, async (t) => {
    const site = await createSite(t)
    for (const path of pageKindsIn(locale)) {
      // The 404 of a bot is one line of text.
      const { body } = await site.get(path, path.includes('nowhere') ? {} : { 'user-agent': botAgent })
      t.strictSame(faultsOf(elementsOf(body)), [], path)
      t.strictSame(inlineScriptsOf(body, site.build), [], `${path}: inline scripts`)
    }
  })
}

t.test('the language switch of a page in one language links to its section with a notice', async (t) => {
  const site = await createSite(t)
  const { body } = await site.get(`${localizePath('/product', 'en')}?missing=1`)
  t.match(body, 'available in Chinese only')
  t.match(body, /data-locale-switch="zh" href="\/product"/)
})

function faultsOf(elements: ElementSeen[]): string[] {
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
