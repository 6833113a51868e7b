// What every operators' command is made of: a text that explains it, and the function that does it.
import { type Config, parseConfig } from '../config.ts'

export type World = {
  env: NodeJS.ProcessEnv
  /** Where build.mjs left its files. */
  distDir: string
  sampleDir: string
}

export type Command = {
  usage: string
  /** Resolves with the exit code; undefined where the process goes on by itself. */
  run: (args: string[], world: World) => Promise<number | undefined>
}

/** Those of sysexits(3), where it has one. */
export const exitCodes = { done: 0, failed: 1, usage: 64, unavailable: 69, configuration: 78 } as const

/** Names everything that is wrong with the environment; undefined then. */
export function readConfig({ env, sampleDir }: World): Config | undefined {
  const parsed = parseConfig(env, sampleDir)
  if ('config' in parsed) return parsed.config
  const lines = parsed.problems.map(({ name, problem }) => `  ${name} ${problem}`)
  process.stderr.write(`The configuration has mistakes:\n${lines.join('\n')}\n`)
  return undefined
}
