// The Node version that package.json requires. An older version must be able to run this file.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** An error message, or undefined where this Node is supported. `engines.node` has the form `>=24.1.0`. */
export function nodeProblem() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const needed = engines.node.replace('>=', '')
  const own = process.versions.node
  if (own.localeCompare(needed, 'en', { numeric: true }) >= 0) return undefined
  return `Node ${needed.replace(/\.0$/, '')} or newer is needed; this is Node ${own}.`
}
