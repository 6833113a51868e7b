// Size limits of render-blocking resources: one stylesheet and two inline scripts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { readBuild } from '../../server/base/build.ts'
import { distDir } from '../helpers/site.ts'

const stylesheetLimit = 13_500
const firstScriptLimit = 750
const startScriptLimit = 2000

t.test('stylesheet and inline scripts are within their size limits', async (t) => {
  const { styles, inlineScripts } = await readBuild(distDir)
  t.equal(styles.length, 1)
  t.ok(gzipSync(read(styles[0])).length <= stylesheetLimit)
  t.ok(inlineScripts.first.length <= firstScriptLimit)
  t.ok(inlineScripts.start.length <= startScriptLimit)
  for (const code of Object.values(inlineScripts))
    t.notMatch(code, /<|sourceMappingURL/, 'it can stand in HTML')
})

t.test('the stylesheet has no external resources', async (t) => {
  const { styles } = await readBuild(distDir)
  const css = read(styles[0]).toString()
  t.strictSame(
    [...css.matchAll(/url\((?!\s*["']?data:)[^)]*\)|@font-face|@import/g)].map(([found]) => found),
    [],
  )
})

function read(file = ''): Buffer {
  return readFileSync(join(distDir, file))
}
