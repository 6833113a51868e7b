// Contributors' tools: npm run tool -- NAME [ARGUMENT...]
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** What it does, and its program. */
export const tools = {
  documents: ['the tables of the documents, and the schemas of openapi.yaml', 'test/tools/written-parts.ts'],
  soak: ['memory and handles under steady load', 'test/tools/soak.ts'],
  fuzz: ['random requests', 'test/tools/fuzz.ts'],
  screenshots: ['the pictures of README.md', 'test/tools/screenshots.ts'],
  mutants: ['changes of the code that no test notices, by area', 'test/tools/mutants.ts'],
  'browser-faults': ['hand-made faults of client/browser against its tests', 'test/tools/browser-faults.ts'],
  'audit-supply': ['licences, versions and vulnerabilities of packages', 'test/tools/audit-supply.ts'],
}

if (process.argv[1] === import.meta.filename) await runTool(process.argv[2] ?? '')

async function runTool(name) {
  if (!Object.hasOwn(tools, name)) {
    const rows = Object.entries(tools).map(([known, [about]]) => `  ${known.padEnd(16)}${about}`)
    console.error(`npm run tool -- NAME [ARGUMENT...]\n\n${rows.join('\n')}`)
    process.exitCode = 64
    return
  }
  const file = join(root, tools[name][1])
  // As if the program had been started itself.
  process.argv.splice(1, 2, file)
  await import(pathToFileURL(file).href)
}
