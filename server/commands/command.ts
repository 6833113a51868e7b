// The type of a command: usage text and function; and the configuration for commands.
import { parseArgs } from 'node:util'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { type Check, parseConfig } from '../config/config.ts'
import type { Config } from '../config/schema.ts'

export type World = {
  env: NodeJS.ProcessEnv
  /** The output folder of build.mjs. */
  distDir: string
  sampleDir: string
  /** The content folder that `new` copies. */
  starterDir: string
}

export type Command = {
  usage: string
  /** Resolves with the exit code; undefined where the process keeps running. */
  run: (args: string[], world: World) => Promise<number | undefined>
}

/** Codes of sysexits(3) where it defines one. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 64,
  noInput: 66,
  configuration: 78,
} as const

/** A command has nothing to fall back on, unlike a server: it waits longer for a connection to Redis. */
export const redisConnectMs = 10_000

/** Folders, and the language of messages; undefined for anything else. */
export function folderArgs(args: string[]): { folders: string[]; lang: Locale } | undefined {
  try {
    const options = { lang: { type: 'string', default: 'en' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    return isLocale(values.lang) ? { folders: positionals, lang: values.lang } : undefined
  } catch {
    return undefined
  }
}

export function readConfig(world: World, check?: Check): Config | undefined {
  return readSettings(world, check)?.config
}

/** Undefined where the environment is invalid; then prints every problem, those of `check` included. */
export function readSettings({ env, sampleDir }: World, check?: Check) {
  const parsed = parseConfig(env, sampleDir, check)
  if ('config' in parsed) return parsed
  const lines = parsed.problems.map(({ name, problem }) => `  ${name} ${problem}`)
  process.stderr.write(`The configuration is invalid:\n${lines.join('\n')}\n`)
  return undefined
}
