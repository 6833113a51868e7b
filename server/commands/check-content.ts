// check-content: names every mistake in a content folder.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ContentProblem } from '../sources/markdown/problem.ts'
import { openTemporaryPlace } from '../store/index-place.ts'
import { createSiteReader } from '../store/reading-thread.ts'
import { type Command, exitCodes, type World } from './command.ts'

export const usage = `npm run check-content -- [DIR]
node dist/server/main.js check-content [DIR]

  Names every mistake in a content folder: file, line and what is wrong. Default: CONTENT_DIR.
  Exit codes: 0 no mistake, 1 mistakes or a folder that cannot be read, 64 wrong usage.
`

export const run: Command['run'] = async (args, world) => {
  const folder = folderOf(args, world)
  if (folder === undefined) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  try {
    const problems = await problemsOf(folder, world.distDir)
    process.stdout.write(reportOf(folder, problems))
    return problems.length === 0 ? exitCodes.done : exitCodes.failed
  } catch (error) {
    process.stderr.write(`${folder} cannot be read: ${(error as Error).message}\n`)
    return exitCodes.failed
  }
}

function folderOf(args: string[], { env, sampleDir }: World): string | undefined {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [folder = env['CONTENT_DIR']?.trim() || sampleDir, ...others] = positionals
    return others.length === 0 && folder !== '' ? resolve(folder) : undefined
  } catch {
    return undefined
  }
}

async function problemsOf(folder: string, distDir: string): Promise<ContentProblem[]> {
  const place = openTemporaryPlace()
  // The search index is not needed, so that its errors are not either.
  const reader = createSiteReader(distDir, { warn() {} })
  try {
    const { problems } = await reader.read({
      folder,
      indexFile: place.file,
      recordsFile: ':memory:',
      at: Date.now(),
      isStart: true,
      isPulled: false,
      // Of no matter for mistakes.
      richText: { imageHosts: [] },
    })
    return problems
  } finally {
    await reader.close()
    place.close()
  }
}

function reportOf(folder: string, problems: ContentProblem[]): string {
  if (problems.length === 0) return `${folder}: no mistakes\n`
  const lines = problems
    .toSorted((a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.problem, b.problem))
    .map(({ file, line, problem }) => `${file}:${line} ${printable(problem)}\n`)
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`
  return `${lines.join('')}${count} in ${folder}\n`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Without control characters, which a file can contain and a terminal would obey. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
