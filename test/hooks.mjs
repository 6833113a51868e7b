// Lets Node run .tsx from source: types go by Node itself, JSX by esbuild. What was compiled is kept for the next file.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = join(import.meta.dirname, '../node_modules/.cache/site-tests')
mkdirSync(cache, { recursive: true })
// Coverage needs code that was compiled for it.
if (process.env['_TAPJS_PROCESSINFO_COVERAGE_'] !== '1') enableCompileCache(join(cache, 'node'))
// `npm test` sets it, so that tap is read from the cache too; programs that tests start are to start as they do elsewhere.
delete process.env['NODE_COMPILE_CACHE']
// Few processes compile anything, so few load what compiles.
const require = createRequire(import.meta.url)
const { version } = require('esbuild/package.json')

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
  },
})

function compiled(file) {
  const source = readFileSync(file, 'utf8')
  const key = createHash('sha256').update(`${version}\n${file}\n${source}`).digest('hex')
  const kept = join(cache, `${key.slice(0, 32)}.js`)
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    const { code } = require('esbuild').transformSync(source, {
      loader: 'tsx',
      format: 'esm',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcefile: file,
    })
    // Whole or not at all: other files may be looking for it.
    writeFileSync(`${kept}.${process.pid}`, code)
    renameSync(`${kept}.${process.pid}`, kept)
    return code
  }
}
