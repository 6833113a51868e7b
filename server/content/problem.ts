// Problems of content files: file, line and what is wrong.

/**
 * `file` is relative to the content folder, `line` counts from 1 in that file. `kept`: the file could not be read, its
 * previous content stays.
 */
export type ContentProblem = {
  file: string
  line: number
  problem: string
  effect: 'left out' | 'incomplete' | 'kept'
}

export type Report = (problem: ContentProblem) => void

export type Log = Record<'info' | 'warn' | 'error', (fields: object, event: string) => void>

/** Thrown where a file is invalid; the reader of the folder turns it into a ContentProblem. */
type FileFault = Error & { name: 'FileFault'; line: number }

export function fileFault(line: number, problem: string): FileFault {
  return Object.assign(new Error(problem), { name: 'FileFault' as const, line })
}

export function isFileFault(error: unknown): error is FileFault {
  return error instanceof Error && error.name === 'FileFault'
}
