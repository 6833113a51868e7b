// What every operators' command is made of: a text that explains it, and the function that does it.
import { type Config, type ConfigProblem, parseConfig } from '../config/config.ts'
import { configSchema } from '../config/schema.ts'

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

/** Names everything that is wrong with the environment, `further` problems included; undefined then. */
export function readConfig({ env, sampleDir }: World, further: ConfigProblem[] = []): Config | undefined {
  const parsed = parseConfig(env, sampleDir)
  if ('config' in parsed && further.length === 0) return parsed.config
  const order = Object.keys(configSchema.properties)
  const lines = [...('problems' in parsed ? parsed.problems : []), ...further]
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map(({ name, problem }) => `  ${name} ${problem}`)
  process.stderr.write(`The configuration has mistakes:\n${lines.join('\n')}\n`)
  return undefined
}
