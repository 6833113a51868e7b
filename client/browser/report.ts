// Errors of the program in the browser: a line in the console that names the part.

/**
 * `start`: the program did not start · `render`: a page could not be shown · `component`: a client component failed · `island`:
 * its HTML failed.
 */
type FailedPart = 'start' | 'render' | 'component' | 'island'

export function report(part: FailedPart, error: unknown): void {
  console.error(`${part}:`, error)
}
