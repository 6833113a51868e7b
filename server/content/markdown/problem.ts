// Problems of content files: file, line and what is wrong.
import type { ContentFault } from '../../base/content-source.ts'

/**
 * `line` counts from 1 in the file. `left out`: the file is not served; `kept`: it cannot be served as it is now, and its last
 * valid text is; `incomplete`: it is served without an entry of a list, a key or a media file; `ignored`: a key, file or folder
 * that the site does not know; `remark`: it is served, and probably not as its author wanted.
 */
export type Fault = Omit<ContentFault, 'file'>

/** `file` is relative to the content folder; the name of a folder ends with a slash. */
export type ContentProblem = ContentFault

/** The log events. */
const problemEvents = {
  'left out': 'content file left out',
  incomplete: 'content file incomplete',
  ignored: 'content ignored',
  kept: 'content file kept: its last valid text is served',
  remark: 'content remark',
} as const satisfies Record<ContentFault['effect'], string>

export type Report = (problem: ContentProblem) => void

export type Log = Record<'info' | 'warn' | 'error', (fields: object, event: string) => void>

/** Logs the problems of a reading that the reading before it did not have. */
export function logNewProblems(log: Log, problems: ContentProblem[], last?: ContentProblem[]): void {
  const known = new Set(last?.map((problem) => JSON.stringify(problem)))
  for (const one of problems.filter((one) => !known.has(JSON.stringify(one)))) {
    const { file, line, problem, effect } = one
    log.warn({ file, line, problem }, problemEvents[effect])
  }
}
