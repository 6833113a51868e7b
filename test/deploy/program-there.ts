// What a recipe uses: programs of the operating system, and settings of the built program.
import { spawnSync } from 'node:child_process'
import type { Test } from 'tap'
import { smallFolder } from '../helpers/small-site.ts'
import { runProgram } from '../server/commands/process.ts'

/** Options of a test that is skipped where a program is missing. */
export function needs(...programs: string[]): Pick<Test['options'], 'skip'> {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  return missing.length > 0 ? { skip: `not installed: ${missing.join(', ')}` } : {}
}

/** check-config accepts the environment, and names no variable as unknown or former. `names` are settings. Resolves with those in effect. */
export async function checkSettings(
  t: Pick<Test, 'match' | 'ok'>,
  env: Record<string, string>,
  names = Object.keys(env),
): Promise<Record<string, string>> {
  const content = env['API_BASE'] ? {} : { CONTENT_DIR: smallFolder }
  const image = { NODE_ENV: 'production', DATA_DIR: '.' }
  const { out, ...ended } = await runProgram(['check-config'], { ...image, ...env, ...content })
  t.match(ended, { code: 0, err: '' })
  const inEffect = Object.fromEntries(out.split('\n').map((line) => line.split('=', 2)))
  for (const name of names) t.ok(name in inEffect, `${name} is a setting`)
  return inEffect
}
