// Lets Node run .tsx and .sql from source: types go by Node itself, JSX by esbuild, statements and data are text. What was compiled is kept for the next file.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const cache = join(import.meta.dirname, '../node_modules/.cache/site-tests')
mkdirSync(cache, { recursive: true })
// Coverage needs code that was compiled for it.
if (process.env['_TAPJS_PROCESSINFO_COVERAGE_'] !== '1') enableCompileCache(join(cache, 'node'))
// `npm test` sets it, so that tap is read from the cache too; programs that tests start are to start as they do elsewhere.
delete process.env['NODE_COMPILE_CACHE']
// Else a process that imports tap ends after 30 seconds: also the tools, such as `npm run tool -- soak`, whose helpers import it.
process.env.TAP_TIMEOUT ??= '0'
const isGroup = process.argv[1]?.endsWith('group.mjs')
// Few processes compile anything, so few load what compiles.
const require = createRequire(import.meta.url)
const { version } = require('esbuild/package.json')

// As in the bundle; React's development builds need three times the CPU. A program that a test starts chooses for itself. Threads
// render nothing.
if (isMainThread && process.env.REACT_BUILD !== 'development') {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(name)
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
}

const testFile = /^[^?]*\.test\.tsx?$/
const fileOfTap = new URL('./tools/runner/tap-of-file.mjs', import.meta.url).href

registerHooks({
  // Several test files share a process (test/tools/run.mjs): `tap` of each is the subtest of this file.
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'tap' || !isGroup || !testFile.test(context.parentURL ?? ''))
      return nextResolve(specifier, context)
    return { url: `${fileOfTap}?${context.parentURL}`, format: 'module', shortCircuit: true }
  },
  load(url, context, nextLoad) {
    if (/\.(?:sql|txt)$/.test(url)) {
      const text = JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))
      return { format: 'module', source: `export default ${text}`, shortCircuit: true }
    }
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
