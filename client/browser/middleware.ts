// Route middleware: named steps before a navigation, which may send it elsewhere.

/** `to` is path and query; another path sends the navigation there. */
export type Middleware = (to: string) => string | undefined
export type Middlewares = Record<string, Middleware>

/** Redirects to redirects end here. */
const mostSteps = 5

/** The place where a navigation ends; `namesOf` tells the steps of a target. Throws for a name that is unknown. */
export function runMiddleware(
  table: Middlewares,
  namesOf: (to: string) => readonly string[],
  to: string,
): string {
  let target = to
  for (let step = 0; step < mostSteps; step++) {
    const next = firstAnswer(table, namesOf(target), target)
    if (next === undefined || next === target) return target
    target = next
  }
  return target
}

function firstAnswer(table: Middlewares, names: readonly string[], to: string): string | undefined {
  for (const name of names) {
    const run = table[name]
    if (!run) throw new Error(`Unknown route middleware: '${name}'.`)
    const next = run(to)
    if (next !== undefined) return next
  }
  return undefined
}
