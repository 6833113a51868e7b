// Builds client and server into dist/: bundles, build id, manifest, builds/*.json, precompressed files.
//   node build.mjs               once, for production
//   node build.mjs --if-needed   only when a source is newer than the last build
//   node build.mjs --watch       the development server: rebuilds, restarts, reloads open pages
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'

const nodeMajor = 24
if (Number(process.versions.node.split('.')[0]) < nodeMajor) {
  console.error(`Node ${nodeMajor} or newer is needed, this is ${process.versions.node}. "npm ci" brings one for the npm scripts on`)
  console.error('Linux and Windows; elsewhere install it, and run the scripts through npm.')
  process.exit(1)
}
const esbuild = await import('esbuild')

const root = import.meta.dirname
const dist = join(root, 'dist')
const sources = ['server', 'client', 'shared', 'public', 'build.mjs', 'package.json', 'package-lock.json']

// --- import law --------------------------------------------------------------------------------------------

/** What each room may import; a file's room is its longest matching prefix. */
const law = {
  'shared/': ['shared/'],
  'client/': ['client/', 'shared/'],
  'server/': ['server/', 'shared/'],
  'server/render.tsx': ['server/', 'shared/', 'client/'],
  'server/cache/semantics/': ['server/cache/semantics/'],
}
const packageFree = ['shared/content/', 'shared/api/', 'server/cache/semantics/']
const browserGlobals = /(?<![./\w'"`-])(?:window|document|localStorage|sessionStorage)\s*[.[]/

const importLaw = {
  name: 'import-law',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) => {
      if (!importer || importer.includes('node_modules')) return
      const from = relative(root, importer).replaceAll('\\', '/')
      const room = Object.keys(law).filter((prefix) => from.startsWith(prefix)).sort((a, b) => b.length - a.length)[0]
      if (!room) return
      const problem = path.startsWith('.') ? forbiddenFile(from, room, path) : forbiddenPackage(from, path)
      if (problem) return { errors: [{ text: problem }] }
    })
    build.onLoad({ filter: /[/\\](client|shared)[/\\].*\.tsx?$/ }, async ({ path }) => {
      const file = relative(root, path).replaceAll('\\', '/')
      if (!/^(client|shared)\//.test(file) || /^client\/(browser\/|main\.tsx$)/.test(file)) return
      const code = (await readFile(path, 'utf8')).replace(/^\s*(\/\/|\/?\*).*$/gm, '')
      const found = browserGlobals.exec(code)
      if (found) return { errors: [{ text: `import law: ${file} touches ${found[0]} outside client/browser` }] }
    })
  },
}

function forbiddenFile(from, room, path) {
  const to = relative(root, resolve(root, dirname(from), path)).replaceAll('\\', '/')
  return law[room].some((prefix) => to.startsWith(prefix)) ? undefined : `import law: ${from} must not import ${to}`
}

function forbiddenPackage(from, path) {
  const nodeOrReact = path.startsWith('node:') || /^react(-dom|-router-dom)?($|\/)/.test(path)
  const forbidden = (from.startsWith('shared/') && nodeOrReact) || packageFree.some((prefix) => from.startsWith(prefix))
  return forbidden ? `import law: ${from} must not import the package ${path}` : undefined
}

// --- bundles -----------------------------------------------------------------------------------------------

const common = (development) => ({
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  jsxDev: development,
  logLevel: 'silent',
  minify: !development,
  sourcemap: development ? 'linked' : false,
  define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
  plugins: [importLaw],
})

function buildClient(development) {
  return esbuild.build({
    ...common(development),
    entryPoints: ['client/main.tsx', 'client/styles/main.css', ...(development ? ['client/browser/development.ts'] : [])],
    outdir: 'dist/assets',
    outbase: 'client',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    target: ['es2022', 'chrome111', 'safari16.4', 'firefox115'],
    platform: 'browser',
  })
}

function buildServer(development) {
  return esbuild.build({
    ...common(development),
    entryPoints: ['server/main.ts', 'server/origin.ts'],
    outdir: 'dist/server',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    platform: 'node',
    target: `node${nodeMajor}`,
    legalComments: 'none',
    // Packages in CommonJS ask for Node's own modules by require.
    banner: { js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);" },
  })
}

async function buildMessages() {
  const [zh, en] = await Promise.all(['zh', 'en'].map(async (locale) => {
    const { outputFiles } = await esbuild.build({ ...common(false), entryPoints: [`shared/messages/${locale}.ts`], minify: false })
    const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
    const contents = Buffer.from(JSON.stringify(module[locale]))
    return { url: `/assets/messages.${locale}-${hash(contents).slice(0, 8)}.json`, contents }
  }))
  return { zh, en }
}

// --- output ------------------------------------------------------------------------------------------------

async function build({ development }) {
  const [client, server, messages] = await Promise.all([buildClient(development), buildServer(development), buildMessages()])
  const files = [...client.outputFiles, ...server.outputFiles].map(({ path, contents }) => ({ path: relative(dist, path), contents }))
  for (const { url, contents } of Object.values(messages)) files.push({ path: url.slice(1), contents })

  const id = process.env.BUILD_ID || hash(files.map(({ path, contents }) => path + hash(contents)).sort().join()).slice(0, 12)
  const timestamp = process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now()
  const meta = { id, timestamp, matcher: { static: {}, wildcard: {}, dynamic: {} }, prerendered: [] }
  const manifest = { id, timestamp, ...entries(client.metafile), messages: { zh: messages.zh.url, en: messages.en.url } }
  files.push({ path: 'builds/latest.json', contents: JSON.stringify({ id, timestamp }) })
  files.push({ path: `builds/meta/${id}.json`, contents: JSON.stringify(meta) })
  files.push({ path: 'manifest.json', contents: JSON.stringify(manifest, undefined, 2) })

  const target = development ? join(dist, 'development') : dist
  const fresh = join(target, '.new')
  await rm(fresh, { recursive: true, force: true })
  for (const { path, contents } of files) {
    await mkdir(dirname(join(fresh, path)), { recursive: true })
    await writeFile(join(fresh, path), contents)
  }
  await cp(join(root, 'public'), join(fresh, 'public'), { recursive: true })
  if (!development) await Promise.all([compress(join(fresh, 'assets')), compress(join(fresh, 'public'))])
  await replace(target, fresh)
  return { id, warnings: [...client.warnings, ...server.warnings] }
}

/** The manifest comes last: it says that the rest is there. */
async function replace(target, fresh) {
  const names = await readdir(fresh)
  for (const name of names.sort((a, b) => (a === 'manifest.json') - (b === 'manifest.json'))) {
    await rm(join(target, name), { recursive: true, force: true })
    await rename(join(fresh, name), join(target, name))
  }
  await rm(join(target, 'dev-error.txt'), { force: true })
  await rm(fresh, { recursive: true })
}

/** Entry scripts, the stylesheet, and for each page the modules it imports statically besides the entry's own. */
function entries({ outputs }) {
  const urlOf = (output) => `/${relative('dist', output)}`
  const byEntry = Object.fromEntries(Object.entries(outputs).flatMap(([output, { entryPoint }]) => (entryPoint ? [[entryPoint, output]] : [])))
  const closure = (output, seen = new Set()) => {
    if (seen.has(output)) return seen
    seen.add(output)
    for (const { path, kind } of outputs[output].imports) if (kind === 'import-statement' && outputs[path]) closure(path, seen)
    return seen
  }
  const main = byEntry['client/main.tsx']
  const pages = Object.entries(byEntry).filter(([entry]) => entry.startsWith('client/pages/'))
  return {
    scripts: [main, byEntry['client/browser/development.ts']].filter(Boolean).map(urlOf),
    styles: [urlOf(byEntry['client/styles/main.css'])],
    preloads: Object.fromEntries(pages.map(([entry, output]) => [entry, [...new Set([...closure(main), ...closure(output)])].slice(1).map(urlOf)])),
  }
}

async function compress(folder) {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|json|svg|txt|webmanifest|html|xml)$/.test(file)) continue
    const contents = await readFile(join(folder, file))
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length }
    await writeFile(join(folder, `${file}.br`), brotliCompressSync(contents, { params }))
    await writeFile(join(folder, `${file}.gz`), gzipSync(contents, { level: 9 }))
    await writeFile(join(folder, `${file}.zst`), zstdCompressSync(contents, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }))
  }
}

function hash(contents) {
  return createHash('sha256').update(contents).digest('hex')
}

// --- commands ----------------------------------------------------------------------------------------------

async function isNeeded() {
  const built = await stat(join(dist, 'manifest.json')).then((file) => file.mtimeMs, () => 0)
  for (const source of sources) {
    const info = await stat(join(root, source))
    const names = info.isDirectory() ? await readdir(join(root, source), { recursive: true }) : ['']
    for (const name of names) {
      if (name.startsWith(join('content', 'sample'))) continue
      if ((await stat(join(root, source, name))).mtimeMs > built) return true
    }
  }
  return false
}

async function print({ errors = [], warnings = [] }) {
  const lines = await Promise.all([
    esbuild.formatMessages(errors, { kind: 'error', color: false }),
    esbuild.formatMessages(warnings, { kind: 'warning', color: false }),
  ])
  return lines.flat().join('\n')
}

async function develop() {
  let server
  // The port is free only when the old process is gone.
  const stop = () => new Promise((done) => {
    if (!server || server.exitCode !== null || server.signalCode) return done()
    server.once('exit', done).kill('SIGTERM')
  })
  const restart = async () => {
    await stop()
    const env = { CONTENT_DIR: join(root, 'server/content/sample'), ...process.env, NODE_ENV: 'development' }
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/development/server/main.js'], { cwd: root, stdio: 'inherit', env })
  }
  const rebuild = async () => {
    try {
      const { id } = await build({ development: true })
      console.log(`built ${id}`)
      await restart()
    } catch (error) {
      const text = error.errors ? await print(error) : String(error.stack)
      console.error(text)
      await mkdir(join(dist, 'development'), { recursive: true })
      await writeFile(join(dist, 'development/dev-error.txt'), text)
    }
  }
  let running = rebuild()
  let timer
  const changed = (_event, name) => {
    if (String(name).includes('sample')) return
    clearTimeout(timer)
    timer = setTimeout(() => { running = running.then(rebuild) }, 50)
  }
  for (const folder of ['server', 'client', 'shared', 'public']) watch(join(root, folder), { recursive: true }, changed)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(0)))
}

if (process.argv.includes('--watch')) await develop()
else if (!process.argv.includes('--if-needed') || (await isNeeded())) {
  const started = performance.now()
  try {
    const { id, warnings } = await build({ development: false })
    if (warnings.length > 0) console.error(await print({ warnings }))
    console.error(`built ${id} in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    console.error(error.errors ? await print(error) : error)
    process.exit(1)
  }
}
