// What stands between a visitor and the first paint is light: one stylesheet, and a few lines of script in the document.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { readBuild } from '../../server/build.ts'
import { distDir } from '../helpers/site.ts'

const stylesheetLimit = 14_000
const inlineScriptLimit = 650

t.test('stylesheet and inline script keep to their limits', async (t) => {
  const { styles, inlineScript } = await readBuild(distDir)
  t.equal(styles.length, 1)
  t.ok(gzipSync(read(styles[0])).length <= stylesheetLimit)
  t.ok(inlineScript.length <= inlineScriptLimit)
  t.notMatch(inlineScript, /<|sourceMappingURL/, 'it can stand in HTML')
})

t.test('nothing in the stylesheet comes from elsewhere', async (t) => {
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
