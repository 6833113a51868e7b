// push: submits changed pages to search engines.
import { runPush, usage } from '../seo/push/push.ts'
import { type Command, exitCodes, readConfig } from './command.ts'

export { usage }

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  return runPush(args, {
    config,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
}
