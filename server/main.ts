// The entry: one program, and the commands that operators give it. Without a command it serves the site.
import { join } from 'node:path'
import { runCommand } from './commands/commands.ts'

const distDir = join(import.meta.dirname, '..')
const sampleDir = join(distDir, '../server/content/sample')

void runCommand(process.argv.slice(2), { env: process.env, distDir, sampleDir }).then((code) => {
  if (code !== undefined) process.exitCode = code
})
