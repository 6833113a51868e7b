// content: reports what has been pulled from a content system, and releases removals that are held.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '../../shared/constants.ts'
import type { Omission } from '../sources/systems/noticed.ts'
import type { PartFields } from '../sources/systems/source.ts'
import { openPulledFolder, type PulledFolder, pulledFolder } from '../store/pull/folder.ts'
import { fieldsIn } from '../store/pull/item-file.ts'
import { releaseFile } from '../store/pull/removals.ts'
import { type PulledState, readState } from '../store/pull/state.ts'
import { type Command, exitCodes, readConfig } from './command.ts'

export const usage = `node dist/server/main.js content report|release

  What has been pulled from the content system (API_KIND) into DATA_DIR; the system is not requested.
  report    prints items by kind and language, how many have each field, what is not shown with an
            example, lines of the map without effect, and removals that are held
  release   lets a running server remove the items whose removal is held
  Exit codes: 0 done, 1 nothing has been pulled, 64 wrong arguments, 78 invalid environment.
`

export const run: Command['run'] = async ([command, ...rest], world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  if (rest.length > 0 || (command !== 'report' && command !== 'release')) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  const path = pulledFolder(config)
  const state = await readState(path)
  if (!state) {
    process.stderr.write(`Nothing has been pulled into ${path}.\n`)
    return exitCodes.failed
  }
  if (command === 'release') await writeFile(join(path, releaseFile), '', { mode: 0o600 })
  else process.stdout.write(await reportOf(await openPulledFolder(path), state))
  return exitCodes.done
}

async function reportOf(folder: PulledFolder, state: PulledState): Promise<string> {
  const { since, held, verified, fields = {}, noticed = {}, problems = [] } = state
  const walk = verified ? `${verified.part} from entry ${verified.start}` : 'the next part begins'
  const byKind = Map.groupBy(folder.known, ([, { kind }]) => kind)
  const kinds: string[] = []
  for (const [kind, items] of byKind) {
    const inLanguages = locales.map(
      (lang) => `${lang} ${items.filter(([, one]) => one.lang === lang).length}`,
    )
    kinds.push(
      `\n${kind}: ${inLanguages.join(', ')}\n${await filledIn(
        folder,
        items.map(([file]) => file),
      )}`,
    )
  }
  const parts = Object.entries(fields).map(([part, own]) =>
    partReport(part, own, noticed[part]?.omitted ?? []),
  )
  return [
    `Changes are read from ${since}; verification: ${walk}.`,
    ...kinds,
    ...parts,
    problems.length > 0 && `\nCannot be used:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    held.length > 0 && `\nRemoval held, ${held.length} files:\n${held.map((file) => `  ${file}`).join('\n')}`,
    '',
  ]
    .filter((line) => line !== false)
    .join('\n')
}

function partReport(part: string, { kind, shown, others, of }: PartFields, inTexts: Omission[]): string {
  const from = Object.entries(shown).map(([own, theirs]) => `${own} from ${theirs}`)
  return [
    `\n${part} in the system: ${from.join(', ') || 'its usual fields'}`,
    ...others.map((one) => `  not shown: ${omissionText(one, kind, ` of the latest ${of}`)}`),
    ...inTexts.map((one) => `  not shown in texts: ${omissionText(one, kind, '')}`),
  ].join('\n')
}

function omissionText({ path, at, example, entries }: Omission, kind: string, of: string): string {
  const shown = example === '' ? 'empty' : `"${example}"`
  const line = `fields: { ${kind}: { ${fieldFor(example)}: ${at} } }`
  return `${path} (${shown}, in ${entries}${of} entries), unless api-map.yaml has ${line}`
}

/** Which of our fields could show a value. */
function fieldFor(example: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(example)) return 'expires_at'
  if (/\.(?:jpe?g|png|webp|avif|gif|svg)\b/i.test(example)) return /^\[/.test(example) ? 'gallery' : 'cover'
  return /^[[{]/.test(example) ? 'specs' : 'summary'
}

/** How many files have each field. */
async function filledIn(folder: PulledFolder, files: string[]): Promise<string> {
  const counts = new Map<string, number>()
  for (const file of files)
    for (const [name, value] of Object.entries(fieldsIn((await folder.read(file)) ?? '')))
      if (!unnamed.includes(name) && !isEmpty(value)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `  ${name}: ${count} of ${files.length}`).join('\n')
}

const unnamed = ['id', 'format', 'source']

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
}
