// The packages that the server loads, each as one file: a process of the tests finds and reads tens of files, not thousands.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const names = [
  ...['fastify', '@fastify/compress', '@fastify/cookie', '@fastify/static', 'undici', 'ioredis'],
  ...['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'react-dom/server', 'react-router-dom'],
  ...['i18next', 'isbot', 'lru-cache', 'prom-client', 'typebox', 'typebox/value', 'yaml'],
  ...['markdown-it', 'markdown-it-cjk-friendly', 'sanitize-html'],
]

/**
 * What names the versions of all packages, and URLs by what an import names. The files are made once for each state of
 * the lock file.
 */
export async function packageFiles(cache) {
  const locked = readFileSync(join(root, 'package-lock.json'))
  const versions = createHash('sha256')
    .update(locked)
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  const folder = join(cache, `packages-${versions.slice(0, 32)}`)
  if (!existsSync(folder)) await bundle(folder)
  const files = new Map(names.map((name, at) => [name, pathToFileURL(join(folder, `${at}.js`)).href]))
  return { versions, files }
}

const requireInModules =
  "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)"

async function bundle(folder) {
  const { build } = await import('esbuild')
  const own = `${folder}.${process.pid}`
  mkdirSync(own, { recursive: true })
  await build({
    entryPoints: names.map((name, at) => ({ in: `facade:${name}`, out: String(at) })),
    plugins: [facades],
    absWorkingDir: root,
    outdir: own,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // As Node itself does: modules where a package has both.
    conditions: ['module-sync'],
    // It starts threads from files beside its own.
    external: ['pino'],
    banner: { js: requireInModules },
    // Less to read, and nobody reads it.
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
  })
  try {
    // Whole or not at all: other files may be making the same.
    renameSync(own, folder)
  } catch {
    rmSync(own, { recursive: true })
  }
}

/** What a package in CommonJS exports, only running it tells. */
const facades = {
  name: 'facades',
  setup(build) {
    build.onResolve({ filter: /^facade:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'facade' }))
    build.onLoad({ filter: /./, namespace: 'facade' }, async ({ path }) => {
      const exported = Object.keys(await import(path)).filter((name) => name !== 'module.exports')
      return { contents: `export { ${exported.join(', ')} } from '${path}'`, resolveDir: root }
    })
  },
}
