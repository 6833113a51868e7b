// Problems of content files: file, line and what is wrong.

/**
/**
 * `line` counts from 1 in the file. `left out`: the file is not served; `incomplete`: it is, without an entry of a
 * list, a key or a media file; `ignored`: a key, file or folder that the site does not know; `kept`: the file could not
 * be read, its previous content stays.
 */
export type Fault = { line: number; problem: string; effect: 'left out' | 'incomplete' | 'ignored' | 'kept' }

/** `file` is relative to the content folder; the name of a folder ends with a slash. */
export type ContentProblem = Fault & { file: string }

/** The log events. */
export const problemEvents = {
  'left out': 'content file left out',
  incomplete: 'content file incomplete',
  ignored: 'content ignored',
  kept: 'content file not read, its previous content stays',
} as const

export type Report = (problem: ContentProblem) => void

export type Log = Record<'info' | 'warn' | 'error', (fields: object, event: string) => void>

/** Thrown where a file cannot be read or split; the parser turns it into a Fault. */
type FileFault = Error & { name: 'FileFault'; line: number }

export function fileFault(line: number, problem: string): FileFault {
  return Object.assign(new Error(problem), { name: 'FileFault' as const, line })
}

export function isFileFault(error: unknown): error is FileFault {
  return error instanceof Error && error.name === 'FileFault'
}
