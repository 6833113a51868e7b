// Which Node this project needs. An older one has to be able to run this file.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** A sentence, or undefined where this Node is new enough. package.json says `>=` and a version. */
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
