// The table of commands; each is imported on demand.
import project from '../../package.json' with { type: 'json' }
import { type Command, type CommandError, commandError, exitCodes, type World } from './command.ts'

/** To add one: a file with `usage` and `run`, and its line here. */
export const commands: Record<string, { about: string; load: () => Promise<Command> }> = {
  serve: { about: 'serves the site (the default)', load: () => import('./serve.ts') },
  'check-config': { about: 'validates the environment', load: () => import('./check-config.ts') },
  'check-api': { about: 'requests every call of the content API', load: () => import('./check-api.ts') },
  new: { about: 'writes a content folder to start from', load: () => import('./new.ts') },
  'check-content': { about: 'names mistakes in a content folder', load: () => import('./check-content.ts') },
  forms: { about: 'lists, exports, deletes or resends messages', load: () => import('./forms.ts') },
  backup: { about: 'copies the databases of DATA_DIR', load: () => import('./backup.ts') },
  origin: { about: 'serves the embedded content API alone', load: () => import('./origin.ts') },
}

export async function runCommand(argv: string[], world: World): Promise<number | undefined> {
  const [name = 'serve', ...args] = argv
  if (name === 'help' || isHelp(name)) return world.print(overview())
  if (name === '--version') return world.print(`${project.version}\n`)
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (!row) throw commandError(exitCodes.usage, `Unknown command "${name}".\n\n${overview()}`)
    const { usage, run } = await row.load()
    return args.some(isHelp) ? world.print(usage) : await run(args, world)
  } catch (error) {
    const { exitCode, message } = error as Partial<CommandError>
    if (exitCode === undefined) throw error
    process.stderr.write(`${message?.trimEnd()}\n`)
    return exitCode
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

function overview(): string {
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  return `node dist/server/main.js [command] [options]\n\n${rows.join('\n')}\n
Help for a command: node dist/server/main.js <command> --help; the version: --version
  Exit codes: 0 done, 1 failed, 64 wrong usage, 66 no data there, 78 invalid environment.\n`
}
