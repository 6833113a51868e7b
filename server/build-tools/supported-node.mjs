// The Node version that package.json requires. An older version must be able to run this file.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** An error message, or undefined where this Node is supported. `engines.node` has the form `>=24.1`. */
export function nodeProblem() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [major, minor] = numbersOf(engines.node.replace('>=', ''))
  const [ownMajor, ownMinor] = numbersOf(process.versions.node)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return undefined
  return `Node ${major}.${minor} or newer is needed; this is Node ${process.versions.node}.`
}

function numbersOf(version) {
  return version.split('.').map(Number)
}
