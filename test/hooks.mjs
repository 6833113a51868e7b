// Lets Node run .tsx from source: types go by Node itself, JSX by esbuild.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    const { code } = transformSync(source, {
      loader: 'tsx',
      format: 'esm',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcefile: fileURLToPath(url),
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
