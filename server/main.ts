// The entry: runs a command; without one it serves the site.
// An unsupported version of Node must be able to load this file, so everything else is imported after the check.
import module from 'node:module'
import { join } from 'node:path'

const oldestNode = { major: 22, minor: 23 }

if (isSupported(process.versions.node)) await run()
else {
  const { major, minor } = oldestNode
  process.stderr.write(`Node ${major}.${minor} or newer is needed; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
}

async function run(): Promise<void> {
  const distDir = join(import.meta.dirname, '..')
  // From the second start on, a sixth less time until the first page; no effect where the folder is not writable.
  module.enableCompileCache(join(import.meta.dirname, 'compile-cache'))
  const { runCommand } = await import('./commands/commands.ts')
  const contentDir = join(distDir, '../server/content')
  const world = {
    env: process.env,
    distDir,
    sampleDir: join(contentDir, 'sample'),
    starterDir: join(contentDir, 'starter'),
  }
  const code = await runCommand(process.argv.slice(2), world)
  if (code !== undefined) process.exitCode = code
}
