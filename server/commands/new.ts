// new: writes a content folder to start from.
import { cp, mkdir, readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, exitCodes } from './command.ts'

export const usage = `npm run new -- DIR
node dist/server/main.js new DIR

  Writes a small content folder in Chinese and English, with comments, to replace its texts by your own.
  DIR must not exist or be empty: nothing is overwritten.
  Exit codes: 0 written, 1 not written (with the reason), 64 wrong usage.
`

export const run: Command['run'] = async (args, { starterDir }) => {
  const folder = folderIn(args)
  if (folder === undefined) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  try {
    await writeStarter(starterDir, folder)
  } catch (error) {
    process.stderr.write(`${folder} was not written: ${(error as Error).message}\n`)
    return exitCodes.failed
  }
  process.stdout.write(nextSteps(folder))
  return exitCodes.done
}

function folderIn(args: string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    return positionals.length === 1 && positionals[0] !== '' ? positionals[0] : undefined
  } catch {
    return undefined
  }
}

async function writeStarter(starterDir: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error('it exists and is not empty')
  await cp(starterDir, folder, { recursive: true, force: false })
}

function nextSteps(folder: string): string {
  const word = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`
  return `${folder} is written: a site in Chinese and English, with comments.

Next:
  CONTENT_DIR=${word} npm run dev       shows it at http://localhost:3000, changes after a reload
  npm run check-content -- ${word}      names every mistake
  CONTENT_DIR=${word} npm start         serves it

Start with brand.yaml and site.yaml. Every file and key: server/sources/markdown/README.md
`
}
