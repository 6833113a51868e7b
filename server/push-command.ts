// Entry: tells search engines what has changed. `npm run push -- --help` says how.
import { join } from 'node:path'
import { parseConfig } from './config.ts'
import { runPush, usage } from './seo/push/push.ts'

const configurationError = 78
const args = process.argv.slice(2)
const parsed = parseConfig(process.env, join(import.meta.dirname, '../../server/content/sample'))

if (args.includes('--help')) process.stdout.write(usage)
else if ('problems' in parsed) {
  process.stderr.write(parsed.problems.map(({ name, problem }) => `${name} ${problem}\n`).join(''))
  process.exitCode = configurationError
} else {
  process.exitCode = await runPush(args, {
    config: parsed.config,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
}
