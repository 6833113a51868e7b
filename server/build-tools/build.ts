// The build, its check of sizes, and the development server, by the arguments of build.mjs.
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildFailure, formatMessages, type Message } from 'esbuild'
import { routes } from '../../shared/routes.ts'
import { callsWithoutPolicy } from '../upstream/call-policy.ts'
import { budgetProblem, explain, reactProblem, scriptSizes } from './budget.ts'
import { bundle } from './bundles.ts'
import { develop } from './develop.ts'
import { createManifest, readRedirects } from './manifest.ts'
import { noticesOf } from './notices.ts'
import { writeBuild } from './output.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const target = { root, dist: 'dist', development: false }
const sources = ['server', 'client', 'shared', 'public', 'build.mjs', 'package.json', 'package-lock.json']

const modified = async (file: string) => (await stat(file)).mtimeMs

const args = process.argv.slice(2)
if (args.includes('--watch')) {
  await develop(root, describe)
} else if (args.includes('--why')) {
  const bundles = await bundle(target)
  console.log(explain(scriptSizes(bundles), bundles.outputs))
} else if (!args.includes('--if-needed') || (await isNeeded())) {
  await build().catch(async (error) => {
    console.error(await describe(error))
    process.exit(1)
  })
}

async function build() {
  const started = performance.now()
  checkTables()
  const bundles = await bundle(target)
  const problem = reactProblem(bundles.outputs) ?? budgetProblem(bundles)
  if (problem) throw new Error(problem)
  const redirects = await readRedirects(join(root, 'server/redirects.json'))
  const manifest = createManifest(bundles, redirects, target.dist, process.env)
  const files = [
    ...bundles.files,
    await noticesOf(root, bundles.inputs),
    { path: 'manifest.json', contents: JSON.stringify(manifest, undefined, 2) },
  ]
  await writeBuild(dist, files, join(root, 'public'))
  if (bundles.warnings.length > 0) console.error(await formatted(bundles.warnings))
  console.error(`built ${manifest.id} in ${Math.round(performance.now() - started)} ms`)
}

/** The compiler does not see that the lines of the tables of routes and calls have what belongs to them. */
function checkTables() {
  for (const name of callsWithoutPolicy())
    console.error(
      `server/upstream/call-policy.ts has no line for the call "${name}" of shared/api/calls.ts: its responses are not stored.`,
    )
  for (const [id, { page }] of Object.entries(routes)) {
    const file = `client/pages/${page}.tsx`
    if (!existsSync(join(root, file)))
      throw new Error(
        `shared/routes.ts: the route "${id}" is of the kind "${page}", and there is no ${file}.`,
      )
  }
}

/** The text of an error; the messages of one of esbuild, with their places. */
async function describe(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  return 'errors' in error ? formatted((error as BuildFailure).errors) : String(error.stack)
}

async function formatted(messages: Message[]): Promise<string> {
  return (await formatMessages(messages, { kind: 'error', color: false })).join('\n')
}

async function isNeeded(): Promise<boolean> {
  const built = await modified(join(dist, 'manifest.json')).catch(() => 0)
  for (const source of sources) {
    const isFolder = (await stat(join(root, source))).isDirectory()
    const names = isFolder ? await readdir(join(root, source), { recursive: true }) : ['']
    for (const name of names) {
      if ((await modified(join(root, source, name))) > built) return true
    }
  }
  return false
}
