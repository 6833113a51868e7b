// A copy of the repository that a test changes and builds.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export const project = join(import.meta.dirname, '../..')

/** Without the loader of the tests, which tap gives to every child process. */
export function runIn(cwd: string, program: string, args: string[]) {
  const given = ['-u', 'NODE_OPTIONS', program, ...args]
  return promisify(execFile)('env', given, { cwd, maxBuffer: 10_000_000 })
}

/** Copies of the tests only what writes the documents. */
export async function copyProject(root: string): Promise<void> {
  const { stdout } = await runIn(project, 'git', ['ls-files', '-z'])
  for (const file of stdout.split('\0').filter(Boolean)) {
    if (
      !existsSync(join(project, file)) ||
      /^(?:test\/(?!docs\/|tools\/(?:written-parts|field-tables|tool)\.|\w+\.mjs$)|\.github\/)/.test(file)
    )
      continue
    cpSync(join(project, file), join(root, file))
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
}

/** Rejects with what the compiler printed. `include`: folders and files. */
export function compile(root: string, include: string[]) {
  writeFileSync(join(root, 'tsconfig.copy.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  return runIn(root, process.execPath, [compiler, '-p', 'tsconfig.copy.json', '--singleThreaded'])
}

/** What a command that fails is rejected with. */
export function failureOf(command: Promise<unknown>): Promise<unknown> {
  return command.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** The URL that a server prints after `words`. */
export async function addressOf(
  stdout: NodeJS.ReadableStream,
  words = 'Server listening at',
): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const [, address] = new RegExp(`${words} ((?:http|ws):\\/\\/[\\w.:]+)`).exec(line) ?? []
    if (address) return address
  }
  throw new Error('the server ended without an address')
}
