// backup: writes a consistent copy of each database of DATA_DIR, also while a server uses them.
import { existsSync, globSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Command, commandError, exitCodes, readConfig } from './command.ts'

export const usage = `node dist/server/main.js backup DIR

  Copies each database of DATA_DIR to DIR, a new or empty folder, also while servers run. Not what is in Redis only.
  Exit codes: 0 written, 1 failed: DIR is not complete, 64 wrong arguments, 66 no server has used DATA_DIR.
`

export const run: Command['run'] = async ([dir = '', ...others], world) => {
  const { dataDir } = readConfig(world).config
  if (dir === '' || dir.startsWith('-') || others.length > 0) throw commandError(exitCodes.usage, usage)
  // Lock files stay empty.
  const names = globSync('**/*.sqlite', { cwd: dataDir }).filter((name) => statSync(join(dataDir, name)).size)
  if (names.length === 0) throw commandError(exitCodes.noInput, `DATA_DIR ${dataDir} has no database`)
  const isFree = !existsSync(dir) || (statSync(dir).isDirectory() && readdirSync(dir).length === 0)
  if (!isFree || `${resolve(dir)}${sep}`.startsWith(`${dataDir}${sep}`))
    throw commandError(exitCodes.failed, `${dir} is not a new or empty folder outside DATA_DIR`)
  for (const name of names) {
    const problem = copy(join(dataDir, name), join(dir, name))
    if (problem) throw commandError(exitCodes.failed, `${dir} is not complete: ${name}: ${problem}`)
  }
  world.print(`${dir} has ${names.join(', ')}\n`)
}

function copy(file: string, target: string): string | undefined {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    // VACUUM INTO keeps the mode of an empty file. The connection is closed with the process.
    writeFileSync(target, '', { flag: 'wx', mode: 0o600 })
    new DatabaseSync(file, { readOnly: true, timeout: 30_000 }).prepare('vacuum into ?').run(target)
  } catch (error) {
    rmSync(target, { force: true })
    return (error as Error).message
  }
}
