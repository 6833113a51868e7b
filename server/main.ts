// The entry: runs a command; without one it serves the site.
// An unsupported version of Node must be able to load this file, so everything else is imported after the check.
import module from 'node:module'
import { join } from 'node:path'

const oldestNode = '22.23'
const { node } = process.versions
const isSupported = node.localeCompare(oldestNode, 'en', { numeric: true }) >= 0

if (isSupported) await run()
else {
  process.stderr.write(`Node ${oldestNode} or newer is needed; this is Node ${node}.\n`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const distDir = join(import.meta.dirname, '..')
  // From the second start on, a sixth less time until the first page; no effect where the folder is not writable.
  module.enableCompileCache(join(import.meta.dirname, 'compile-cache'))
  const { runCommand } = await import('./commands/commands.ts')
  const print = (text: string) => void process.stdout.write(text)
  const code = await runCommand(process.argv.slice(2), { env: process.env, distDir, print })
  if (code !== undefined) process.exitCode = code
}
