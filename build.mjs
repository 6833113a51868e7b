// Builds client and server into dist/: bundles, build id, manifest, builds/*.json, precompressed files.
//   node build.mjs               once, for production
//   node build.mjs --if-needed   only when a source is newer than the last build
//   node build.mjs --why         lists what a browser loads by size, and builds nothing
//   node build.mjs --watch       the development server: builds what has changed, restarts, updates open pages; `--inspect[=PORT]` for a debugger
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeProblem } from './server/build-tools/supported-node.mjs'

const tooOld = nodeProblem()
if (tooOld) {
  console.error(`${tooOld} The npm scripts bring one where they can.`)
  process.exit(1)
}
const { formatMessages } = await import('esbuild')
const { budgetProblem, explain, reactProblem } = await import('./server/build-tools/budget.mjs')
const { bundle } = await import('./server/build-tools/bundles.mjs')
const { checkTables } = await import('./server/build-tools/check-tables.mjs')
const { createManifest } = await import('./server/build-tools/manifest.mjs')
const { develop } = await import('./server/build-tools/develop.mjs')
const { noticesOf } = await import('./server/build-tools/notices.mjs')
const { readRedirects } = await import('./server/build-tools/redirects.mjs')
const { writeBuild } = await import('./server/build-tools/output.mjs')
const { scriptSizes } = await import('./server/build-tools/sizes.mjs')

const root = import.meta.dirname
const dist = join(root, 'dist')
const rootFiles = ['build.mjs', 'package.json', 'package-lock.json']
const sources = ['server', 'client', 'shared', 'public', ...rootFiles]
const ownContent = ['sample', 'starter'].map((name) => join('content', name))
const sizesFile = 'script-sizes.json'

async function build() {
  const tables = checkTables(root)
  if (tables.problems.length > 0) throw new Error(tables.problems.join('\n'))
  for (const warning of tables.warnings) console.error(warning)
  const bundles = await bundle(root)
  const sizes = scriptSizes(bundles)
  const problem = reactProblem(bundles.outputs) ?? budgetProblem(sizes, await sizesBefore())
  if (problem) throw new Error(problem)
  const matcher = await readRedirects(join(root, 'server/redirects.json'))
  const manifest = createManifest(bundles, matcher, process.env)
  const { id, timestamp } = manifest
  const meta = { id, timestamp, matcher, prerendered: [] }
  const files = [
    ...bundles.files,
    { path: 'builds/latest.json', contents: JSON.stringify({ id, timestamp }) },
    { path: `builds/meta/${id}.json`, contents: JSON.stringify(meta) },
    await noticesOf(root, bundles.inputs),
    { path: sizesFile, contents: JSON.stringify(sizes) },
    { path: 'manifest.json', contents: JSON.stringify(manifest, undefined, 2) },
  ]
  await writeBuild(dist, { files, publicDir: join(root, 'public') })
  if (bundles.warnings.length > 0) console.error(await describe({ errors: bundles.warnings }))
  return id
}

async function sizesBefore() {
  const text = await readFile(join(dist, sizesFile), 'utf8').catch(() => 'null')
  return JSON.parse(text)
}

async function describe(error) {
  if (!error.errors) return String(error.stack)
  return (await formatMessages(error.errors, { kind: 'error', color: false })).join('\n')
}

async function isNeeded() {
  const built = await modified(join(dist, 'manifest.json')).catch(() => 0)
  for (const source of sources) {
    const isFolder = (await stat(join(root, source))).isDirectory()
    const names = isFolder ? await readdir(join(root, source), { recursive: true }) : ['']
    for (const name of names) {
      if (
        !ownContent.some((start) => name.startsWith(start)) &&
        (await modified(join(root, source, name))) > built
      )
        return true
    }
  }
  return false
}

async function modified(file) {
  return (await stat(file)).mtimeMs
}

async function buildOnce() {
  const started = performance.now()
  try {
    const id = await build()
    console.error(`built ${id} in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    console.error(await describe(error))
    process.exit(1)
  }
}

if (process.argv.includes('--watch')) {
  await develop(root, { describe })
} else if (process.argv.includes('--why')) {
  console.log(explain(scriptSizes(await bundle(root))))
} else if (!process.argv.includes('--if-needed') || (await isNeeded())) {
  await buildOnce()
}
