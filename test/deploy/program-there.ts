// Programs of the operating system that a recipe uses.
import { spawnSync } from 'node:child_process'
import type { Test } from 'tap'

/** Options of a test that is skipped where a program is missing. */
export function needs(...programs: string[]): Pick<Test['options'], 'skip'> {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  return missing.length > 0 ? { skip: `not installed: ${missing.join(', ')}` } : {}
}
