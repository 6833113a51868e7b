// Checks the route table and the call table against what belongs to their lines, which the compiler cannot see.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../shared/routes.ts'
import { callsWithoutPolicy } from '../upstream/call-policy.ts'

/** `problems` stop the build, `warnings` do not. */
export function checkTables(root) {
  return {
    problems: Object.entries(routes).flatMap(([id, route]) => problemsOf(root, id, route)),
    warnings: callsWithoutPolicy().map(
      (name) =>
        `server/upstream/call-policy.ts has no line for the call "${name}" of shared/api/calls.ts: its responses are not stored.`,
    ),
  }
}

function problemsOf(root, id, { page }) {
  const file = `client/pages/${page}.tsx`
  const where = `shared/routes.ts: the route "${id}"`
  return existsSync(join(root, file)) ? [] : [`${where} is of the kind "${page}", and there is no ${file}.`]
}
