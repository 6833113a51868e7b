// The table of commands; each is imported on demand.
import project from '../../package.json' with { type: 'json' }
import { type Command, exitCodes, type World } from './command.ts'

type Row = { about: string; load: () => Promise<Command> }

/** To add one: a file with `usage` and `run`, and its line here. */
export const commands: Record<string, Row> = {
  serve: { about: 'serves the site (the default)', load: () => import('./serve.ts') },
  'check-config': {
    about: 'validates the environment',
    load: () => import('./check-config.ts'),
  },
  'check-api': {
    about: 'requests every call of the content API and prints what came',
    load: () => import('./check-api.ts'),
  },
  new: { about: 'writes a content folder to start from', load: () => import('./new.ts') },
  'check-content': {
    about: 'names every mistake in a content folder',
    load: () => import('./check-content.ts'),
  },
  forms: {
    about: 'lists, exports, deletes or resends form submissions',
    load: () => import('./forms.ts'),
  },
  backup: {
    about: 'copies the databases of DATA_DIR, also while a server runs',
    load: () => import('./backup.ts'),
  },
  origin: { about: 'serves the embedded content API alone', load: () => import('./origin.ts') },
}

/** Resolves with the exit code; undefined where the process keeps running. */
export async function runCommand(argv: string[], world: World): Promise<number | undefined> {
  const [name = 'serve', ...args] = argv
  if (name === 'help' || isHelp(name)) return print(overview())
  if (name === '--version') return print(`${project.version}\n`)
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!row) {
    process.stderr.write(`Unknown command "${name}".\n\n${overview()}`)
    return exitCodes.usage
  }
  const { usage, run } = await row.load()
  if (args.some(isHelp)) return print(usage)
  return run(args, world)
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

function overview(): string {
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  return `node dist/server/main.js [command] [options]\n\n${rows.join('\n')}\n
Help for a command: node dist/server/main.js <command> --help; the version: --version
  Exit codes: 0 done, 1 failed, 64 wrong usage, 66 no data there, 78 invalid environment.\n`
}
