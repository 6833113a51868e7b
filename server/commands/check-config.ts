// check-config: validates the environment and prints the settings in effect.
import { configSchema, isSecret, type SettingName } from '../config/schema.ts'
import { startProblems } from '../config/start.ts'
import { type Command, exitCodes, readSettings } from './command.ts'
import { unknownSettings } from './unknown-settings.ts'

export const usage = `node dist/server/main.js check-config

  Lists every problem in the environment, or prints the settings in effect; secrets are not shown.
  Names variables that are ignored: almost spelt like a setting, former ones, those of Kubernetes; they are no error.
  Exit codes: 0 the configuration is valid, 78 it is not.
`

export const run: Command['run'] = async (_args, world) => {
  for (const line of unknownSettings(world.env)) process.stderr.write(`${line}\n`)
  const read = readSettings(world, startProblems(world))
  if (!read) return exitCodes.configuration
  for (const name of Object.keys(configSchema.properties) as SettingName[]) {
    const value = read.settings[name]
    process.stdout.write(`${name}=${value !== '' && isSecret(name) ? '(set)' : value}\n`)
  }
  return exitCodes.done
}
