// What the built first view consists of: one program, within the budgets; and the size of documents.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { readDocument, rowsOf, sectionOf } from '../docs/document-parts.ts'
import { ifLong } from '../helpers/long.ts'
import { project, runIn } from '../helpers/project-copy.ts'
import { createSite, distDir, robot } from '../helpers/site.ts'

/** After gzip, of the sample content. */
const documentBudgets = { '/en/news/1021': 8500, '/en': 10_000, '/en/product/101': 12_000 }
const paths = ['/', '/news', '/news/1021', '/about', '/contact', '/download', '/manual/51', '/en', '/nothing']

const site = await createSite(t)
const { first, start } = site.build.inlineScripts
const program = readFileSync(join(distDir, site.build.application), 'utf8')
const scripts = [first, start, program]
const gzipped = (text: string) => gzipSync(text, { level: 9 }).length

t.test('a page has two inline scripts, one stylesheet, and no program before the paint', async (t) => {
  for (const path of paths) {
    const html = (await site.get(path)).body
    t.strictSame(hrefs(html, /<script[^>]* src="([^"]+)"/g), [], path)
    t.notMatch(html, 'modulepreload', path)
    t.equal(
      hrefs(html, /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g).length,
      1,
      `${path}: one stylesheet`,
    )
    const scripts = html.match(/<script>[^<]*<\/script>/g)
    t.strictSame(scripts, [`<script>${first}</script>`, `<script>${start}</script>`], path)
    t.ok(html.indexOf(first) < html.indexOf('rel="stylesheet"'), `${path}: waits for no stylesheet`)
    t.ok(html.indexOf(start) > html.indexOf('id="data"'), `${path}: after the settings`)
  }
})

t.test('the program is one file that imports nothing and has no text of the default site', async (t) => {
  t.notMatch(program, /(?:^|[;}])(?:import|export \*)\b[^(]*from/)
  for (const code of scripts) t.notMatch(code, /Solutions|slug:"(?:product|service|solution)"/)
})

t.test('the build names its budgets, which are those of the document', ifLong, async (t) => {
  const bytes = scripts.reduce((sum, code) => sum + gzipped(code), 0)
  const { stdout } = await runIn(project, process.execPath, ['build.mjs', '--why'])
  const said = [...stdout.matchAll(/^([\w ./-]+): (\d+) of (\d+) bytes\n\n {2}dist\/assets\//gm)]
  t.match(said, [
    [/./, 'first view', `${bytes}`, '18000'],
    [/./, 'React', /^\d+$/, '72000'],
    [/./, 'client/browser/suggestions.ts', /^\d+$/, '4600'],
    [/./, 'client/components/contact-form.tsx', /^\d+$/, '8000'],
  ])
  t.match(stdout, / client\/main\.ts /)
  const limits = said.map(([, , , limit]) => Number(limit))
  const documented = rowsOf(sectionOf(readDocument('client/README.md'), '## Budgets')).slice(0, 4)
  t.strictSame(
    documented.map(([, limit = '']) => Number(limit.replace(/\D/g, ''))),
    limits,
  )
  t.ok(limits[0]! + limits[1]! + limits[3]! <= 98_000, 'with a client component')
})

t.test('documents are within their budgets', async (t) => {
  for (const [path, most] of Object.entries(documentBudgets)) {
    const bytes = gzipped((await site.get(path, robot)).body)
    t.ok(bytes <= most, `${path}: ${bytes} bytes`)
  }
})

function hrefs(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(([, href]) => href ?? [])
}
