// The type of a command: usage text and function; and the configuration for commands.
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { type Check, parseConfig } from '../config/config.ts'

export type World = {
  env: NodeJS.ProcessEnv
  /** The output folder of build.mjs. */
  distDir: string
  /** Writes to standard output. */
  print: (text: string) => undefined
}

/** The content that is served where none is configured, and the one that `new` copies. */
export function contentFolder(distDir: string, name: 'sample' | 'starter'): string {
  return join(distDir, '../server/content', name)
}

export type Command = {
  usage: string
  /** Resolves with the exit code where it is not 0; undefined where the process keeps running, too. Rejects with CommandError. */
  run: (args: string[], world: World) => Promise<number | undefined>
}

/** Codes of sysexits(3) where it defines one. */
export const exitCodes = { failed: 1, usage: 64, noInput: 66, configuration: 78 } as const

/** Ends a command: the message is printed, and the exit code is that of the process. */
export type CommandError = Error & { exitCode: number }

export function commandError(exitCode: number, message: string): CommandError {
  return Object.assign(new Error(message), { exitCode })
}

/** Folders, and the language of messages. Throws CommandError with `usage`. */
export function folderArgs(args: string[], usage: string): { folders: string[]; lang: Locale } {
  const options = { lang: { type: 'string', default: 'en' } } as const
  const { positionals, values } = readArgs({ args, options, allowPositionals: true }, usage)
  if (!isLocale(values.lang)) throw commandError(exitCodes.usage, usage)
  return { folders: positionals, lang: values.lang }
}

/** Throws CommandError with `usage` for unknown options. */
export function readArgs<T extends ParseArgsConfig>(config: T, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw commandError(exitCodes.usage, usage)
  }
}

/** Throws CommandError with every problem of the environment, those of `check` included. */
export function readConfig({ env, distDir }: World, check?: Check) {
  const parsed = parseConfig(env, contentFolder(distDir, 'sample'), check)
  if ('config' in parsed) return parsed
  const lines = parsed.problems.map(({ name, problem }) => `  ${name} ${problem}`)
  throw commandError(exitCodes.configuration, `The configuration is invalid:\n${lines.join('\n')}`)
}

/** A server without its address has nothing to finish, so the process ends. `names`: the settings of the address. */
export function listening<T>(server: Promise<T>, names: string, log: FastifyBaseLogger): Promise<T> {
  return server.catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen') throw error
    log.fatal(`cannot listen (${names}): ${error.message}`)
    return process.exit(1)
  })
}
