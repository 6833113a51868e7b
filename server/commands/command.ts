// The type of a command: usage text and function; and the configuration for commands.
import { parseArgs } from 'node:util'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { type Config, parseConfig } from '../config/config.ts'
import { configSchema } from '../config/schema.ts'
import type { ConfigProblem } from '../config/setting-problems.ts'

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

export function readConfig(world: World, further?: ConfigProblem[]): Config | undefined {
  return readSettings(world, further)?.config
}

/** Undefined where the environment is invalid; then prints every problem, `further` ones included. */
export function readSettings({ env, sampleDir }: World, further: ConfigProblem[] = []) {
  const parsed = parseConfig(env, sampleDir)
  if ('config' in parsed && further.length === 0) return parsed
  const order = Object.keys(configSchema.properties)
  const lines = [...('problems' in parsed ? parsed.problems : []), ...further]
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map(({ name, problem }) => `  ${name} ${problem}`)
  process.stderr.write(`The configuration is invalid:\n${lines.join('\n')}\n`)
  return undefined
}
