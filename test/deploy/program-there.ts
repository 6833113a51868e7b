// Programs of the operating system that a recipe uses.
import { spawnSync } from 'node:child_process'
import type { Test } from 'tap'

/** Options of a test that is skipped where a program is missing. */
export function needs(...programs: string[]): Pick<Test['options'], 'skip'> {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  return missing.length > 0 ? { skip: `not installed: ${missing.join(', ')}` } : {}
}

/** What Docker says to a command without a daemon: it rejects a wrong option before it connects. */
export function dockerSays(command: string): string {
  const env = { ...process.env, DOCKER_HOST: 'tcp://127.0.0.1:1' }
  return spawnSync('sh', ['-c', command], { env, encoding: 'utf8' }).stderr
}
