// check-config: validates the environment and prints the settings in effect.
import { settingKeys, startProblems } from '../config/config.ts'
import { settings } from '../config/schema.ts'
import { type Command, readConfig } from './command.ts'
import { unknownSettings } from './unknown-settings.ts'

export const usage = `node dist/server/main.js check-config

  Lists every problem in the environment, or prints the settings in effect; secrets are not shown.
  Names variables that are ignored: almost spelt like a setting, former ones, those of Kubernetes; they are no error.
  Exit codes: 0 the configuration is valid, 78 it is not.
`

export const run: Command['run'] = async (_args, world) => {
  for (const line of unknownSettings(world.env)) process.stderr.write(`${line}\n`)
  const { config, texts } = readConfig(world, startProblems)
  for (const key of settingKeys) {
    const { name, isSecret } = settings[key]
    // A text that is read as a text may have been normalised.
    const value = typeof config[key] === 'string' ? config[key] : texts[key]
    world.print(`${name}=${isSecret && value !== '' ? '(set)' : value}\n`)
  }
}
