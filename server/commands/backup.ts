// backup: writes a consistent copy of every database of DATA_DIR, also while a server uses them.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Command, exitCodes, readConfig } from './command.ts'

export const usage = `node dist/server/main.js backup FOLDER

  Writes a consistent copy of each database of DATA_DIR to FOLDER, which is created or empty. Servers may be running.
  Messages that are in Redis only are not in it. To restore, stop the server and copy FOLDER back as DATA_DIR.
  Exit codes: 0 written, 1 failed: FOLDER is not complete, 66 no server has used DATA_DIR.
`

/** How long a writer may hold a database. */
const lockTimeoutMs = 30_000

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const folder = folderOf(args)
  if (folder === undefined) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  const { dataDir } = config
  const files = existsSync(dataDir) ? databasesIn(dataDir) : []
  if (files.length === 0) {
    process.stderr.write(`DATA_DIR ${dataDir} has no database: no server has used it.\n`)
    return exitCodes.noInput
  }
  const problem = problemOf(folder, dataDir)
  if (problem) {
    process.stderr.write(`${folder} ${problem}\n`)
    return exitCodes.failed
  }
  for (const file of files) if (!copy(file, join(folder, relative(dataDir, file)))) return exitCodes.failed
  process.stdout.write(`${dataDir} is in ${folder}\n`)
  return exitCodes.done
}

function folderOf(args: string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    return positionals.length === 1 ? resolve(positionals[0] ?? '') : undefined
  } catch {
    return undefined
  }
}

function problemOf(folder: string, dataDir: string): string | undefined {
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`)) return 'is in DATA_DIR: name another folder'
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    return 'is not an empty folder: name a new one for each backup'
  return undefined
}

function databasesIn(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isEmpty(file))
    .sort()
}

/** Lock files, which stay empty and cannot be opened while a server runs. */
function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Prints the name and size, or why there is no copy. True also where an index has been replaced by a newer file. */
function copy(file: string, target: string): boolean {
  const part = `${target}.part`
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    // SQLite writes into an empty file: visitors' messages are for this user only.
    closeSync(openSync(part, 'wx', 0o600))
    vacuumInto(file, part)
    renameSync(part, target)
  } catch (error) {
    rmSync(part, { force: true })
    if (!existsSync(file)) return true
    process.stderr.write(`${file} was not copied: ${(error as Error).message}\n`)
    return false
  }
  process.stdout.write(`${target} ${statSync(target).size} bytes\n`)
  return true
}

function vacuumInto(file: string, target: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
  const written = openSync(target, 'r+')
  fsyncSync(written)
  closeSync(written)
}
