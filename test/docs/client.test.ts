// client/README.md names the colour roles, the context of pages and the budgets as the code has them.
import { globSync } from 'node:fs'
import t from 'tap'
import { readDocument, root, rowsOf, sectionOf, spansIn } from './document-parts.ts'

const document = readDocument('client/README.md')

t.test('the colour roles are those of tokens.css, and the other tokens exist', async (t) => {
  const css = readDocument('client/styles/tokens.css')
  const styles = sectionOf(document, '## Styles')
  const roles = rowsOf(styles).flatMap(([cell = '']) => spansIn(cell).filter((code) => code.startsWith('--')))
  const colours = [...css.matchAll(/^ {2}(--[\w-]+): (?:light-dark\(|#)/gm)].map(([, name]) => name!)
  t.strictSame(roles.sort(), [...new Set(colours)].sort())
  for (const token of spansIn(styles).filter((code) => /^--[\w-]+\w$/.test(code)))
    t.ok(css.includes(`${token}: `), token)
})

t.test('the table of what a page gets is the type LoadContext', async (t) => {
  const sources = globSync('client/*.ts', { cwd: root }).map(readDocument)
  const [, type = ''] = /export type LoadContext = \{\n(.*?)\n\}\n/s.exec(sources.join()) ?? []
  const documented = rowsOf(sectionOf(document, '## A page')).flatMap(([cell = '']) => spansIn(cell))
  const fields = [...type.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)
  const described = documented.filter((name) => name !== 'name')
  t.strictSame(described, fields)
})

// test/build-tools/first-view.test.ts has the first four.
t.test('the other budgets are those that are enforced', async (t) => {
  const limits = rowsOf(sectionOf(document, '## Budgets'))
  const [, , , , ...others] = limits.map(([, limit = '']) => Number(limit.replace(/\D/g, '')))
  const weights = readDocument('test/client/weight.test.ts').matchAll(/Limit = (\d[\d_]*)/g)
  t.strictSame(
    others,
    [...weights].map(([, limit = '']) => Number(limit.replaceAll('_', ''))),
  )
})
