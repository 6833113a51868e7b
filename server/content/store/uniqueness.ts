// Uniqueness check: ids and signs are unique, parents exist. Of two files with one id the one that is public keeps it.
import type { DatabaseSync } from 'node:sqlite'
import { say } from '../../../shared/content/problem.ts'
import type { ContentFault } from '../../base/content-source.ts'
import type { StoredFiles } from './files.ts'
import clashes from './uniqueness.sql'

const messages = {
  language:
    'id {id} is that of {file}: as its other language this file must be named {name}; as another item it needs an id of its own, the next free one is {next}',
  id: 'id {id} is already used by {file}; the next free id is {next}',
  name: 'id {id} differs from {other} in {file}',
  sign: 'sign {sign} is already used by {file}',
  below: 'parent {parent} is itself a sub-item ({file})',
  parent: 'parent {parent} does not exist in this folder and language',
} as const

/** A row of uniqueness.sql. */
type Clash = { path: string; field: string; message: keyof typeof messages } & Record<
  'id' | 'file' | 'name' | 'next' | 'other' | 'sign' | 'parent',
  string | number
>

/** Each file is replaced until nothing clashes. */
export function keepUnique(
  database: DatabaseSync,
  { replace, lineOf }: Pick<StoredFiles, 'replace' | 'lineOf'>,
): ContentFault[] {
  const query = database.prepare(clashes)
  const problems = new Map<string, ContentFault>()
  for (;;) {
    // The columns of the query.
    const found = query.all() as Clash[]
    if (found.length === 0) return [...problems.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1))
    for (const [file, [clash]] of Map.groupBy(found, ({ path }) => path)) {
      const { field, message } = clash!
      const first = problems.get(file) ?? {
        file,
        line: lineOf(file, field),
        ...say(messages[message], clash!),
      }
      problems.set(file, { ...first, effect: replace(file) ? 'kept' : 'left out' })
    }
  }
}
