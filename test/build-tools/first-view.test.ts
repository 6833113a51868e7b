// What the built first view consists of: few files, announced exactly, within the budget.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { firstViewBudgetBytes } from '../../server/build-tools/budget.mjs'
import { createSite, distDir } from '../helpers/site.ts'

/** Three of all pages, one of the page, and up to three that it shares with one other page. */
const mostFiles = 7
const paths = ['/', '/news', '/news/1', '/news/1/4', '/about', '/contact', '/download', '/manual/1', '/en']

t.test('a page announces the modules it needs, and no others', async (t) => {
  const site = await createSite(t)
  for (const path of paths) {
    const html = (await site.get(path)).body
    const announced = new Set(hrefs(html, /<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g))
    t.strictSame(hrefs(html, /<script[^>]* src="([^"]+)"/g), [], `${path}: no file stands before the paint`)
    t.ok(announced.has(site.build.application), `${path}: the application is announced`)
    t.ok(announced.size <= mostFiles, `${path}: ${announced.size} files`)
    const order = [...announced]
    for (const [at, file] of order.entries())
      for (const imported of importsOf(file))
        t.ok(order.slice(0, at).includes(imported), `${path}: ${imported} is announced before ${file}`)
    const scripts = [...Object.values(site.build.inlineScripts), ...[...announced].map(read)]
    const bytes = scripts.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0)
    t.ok(bytes <= firstViewBudgetBytes, `${path}: ${bytes} bytes`)
    t.equal(
      hrefs(html, /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g).length,
      1,
      `${path}: one stylesheet`,
    )
    const [first = '', start] = html.match(/<script(?: id="_R_")?>[^<]*<\/script>/g) ?? []
    t.equal(first, `<script>${site.build.inlineScripts.first}</script>`, `${path}: the first script`)
    t.ok(html.indexOf(first) < html.indexOf('rel="stylesheet"'), `${path}: waits for no stylesheet`)
    t.match(start, `>${site.build.inlineScripts.start}</script>`, `${path}: the start script`)
    const hurried = /<link[^>]*rel="modulepreload"(?![^>]*fetchPriority="low" media="not all")/.test(html)
    t.notOk(hurried, `${path}: after the first paint, at low priority`)
  }
})

t.test('an error page announces what it needs', async (t) => {
  const site = await createSite(t)
  const html = (await site.get('/nothing')).body
  const announced = hrefs(html, /<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g)
  t.ok(announced.some((file) => file.startsWith('/assets/main-')))
})

t.test('the first picture of the home page comes first', async (t) => {
  const site = await createSite(t)
  const html = (await site.get('/')).body
  const [, first] = html.match(/<main.*?(<img[^>]*>)/s) ?? []
  t.match(first, 'fetchPriority="high"')
  t.match(first, /width="\d+" height="\d+"/)
})

function hrefs(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(([, href]) => href ?? [])
}

function importsOf(file: string): string[] {
  const names = hrefs(read(file).toString(), /(?:import|from)\s?"\.\/([\w.-]+\.js)"/g)
  return names.map((name) => `/assets/${name}`)
}

function read(file: string): Buffer {
  return readFileSync(join(distDir, file))
}
