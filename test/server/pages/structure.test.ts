// Markup of every page kind: unique ids, heading order, no inline styles or handlers.
import t from 'tap'
import { pageKindsIn } from '../../browser/page-kinds.ts'
import { elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { markupFaults } from '../../helpers/markup.ts'
import { botAgent, createSite } from '../../helpers/site.ts'

const site = await createSite(t)

for (const locale of ['zh', 'en'] as const) {
  t.test(`every page kind in ${locale}`, async (t) => {
    for (const path of pageKindsIn(locale)) {
      // The 404 of a bot is one line of text.
      const { body } = await site.get(path, path.includes('nowhere') ? {} : { 'user-agent': botAgent })
      t.strictSame(markupFaults(elementsOf(body)), [], path)
      t.strictSame(inlineScriptsOf(body, site.build), [], `${path}: inline scripts`)
    }
  })
}
