// Problems of content files: file, line and what is wrong.
import type { ContentFault } from '../../base/content-source.ts'

export type Fault = Omit<ContentFault, 'file'>

/** The log events. */
const problemEvents = {
  'left out': 'content file left out',
  incomplete: 'content file incomplete',
  ignored: 'content ignored',
  kept: 'content file kept: its last valid text is served',
  remark: 'content remark',
} as const satisfies Record<ContentFault['effect'], string>

export type Report = (fault: ContentFault) => void

export type Log = Record<'info' | 'warn' | 'error', (fields: object, event: string) => void>

/** Logs the problems of a reading that the reading before it did not have. */
export function logNewProblems(log: Log, problems: ContentFault[], last?: ContentFault[]): void {
  const known = new Set(last?.map((problem) => JSON.stringify(problem)))
  for (const one of problems.filter((one) => !known.has(JSON.stringify(one)))) {
    const { file, line, problem, effect } = one
    log.warn({ file, line, problem }, problemEvents[effect])
  }
}
