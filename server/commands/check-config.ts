// check-config: validates the environment and prints the settings in effect.
import { settingText } from '../config/config.ts'
import { configSchema, type SettingName } from '../config/schema.ts'
import { startProblems } from '../config/start.ts'
import { type Command, exitCodes, readConfig } from './command.ts'
import { unknownSettings } from './unknown-settings.ts'

export const usage = `node dist/server/main.js check-config

  Lists every problem in the environment, or prints the settings in effect; secrets are not shown.
  Names variables that are ignored: almost spelt like a setting, former ones, those of Kubernetes; they are no error.
  Exit codes: 0 the configuration is valid, 78 it is not.
`

export const run: Command['run'] = async (_args, world) => {
  for (const line of unknownSettings(world.env)) process.stderr.write(`${line}\n`)
  if (!readConfig(world, startProblems(world))) return exitCodes.configuration
  const names = Object.keys(configSchema.properties) as SettingName[]
  process.stdout.write(names.map((name) => `${name}=${shown(name, settingText(world.env, name))}\n`).join(''))
  return exitCodes.done
}

function shown(name: SettingName, value: string): string {
  const { secret, default: standard } = configSchema.properties[name] as {
    secret?: boolean
    default?: unknown
  }
  if (secret) return value ? '(set)' : ''
  return value || String(standard)
}
