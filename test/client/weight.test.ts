// Size limits of render-blocking resources, one stylesheet and two inline scripts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { distDir } from '../helpers/site.ts'

const stylesheetLimit = 13_500
const firstScriptLimit = 750
const startScriptLimit = 2000

const read = (file: string) => readFileSync(join(distDir, file), 'utf8')
type Manifest = { styles: string[]; inlineScripts: { first: string; start: string } }
const { styles, inlineScripts } = JSON.parse(read('manifest.json')) as Manifest
const css = read(styles[0] ?? '')

t.test('stylesheet and inline scripts are within their size limits', async (t) => {
  t.equal(styles.length, 1)
  t.ok(gzipSync(css).length <= stylesheetLimit)
  t.ok(inlineScripts.first.length <= firstScriptLimit)
  t.ok(inlineScripts.start.length <= startScriptLimit)
  for (const code of Object.values(inlineScripts))
    t.notMatch(code, /<|sourceMappingURL/, 'it can stand in HTML')
})

t.test('the stylesheet has no external resources', async (t) => {
  const found = css.match(/url\((?!\s*["']?data:)[^)]*\)|@font-face|@import/g)
  t.equal(found, null)
})
