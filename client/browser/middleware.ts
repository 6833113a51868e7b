// Route middleware: named functions that run before a navigation and may redirect it.

/** `to` is path and query; a returned path redirects the navigation. */
type Middleware = (to: string) => string | undefined
export type Middlewares = Record<string, Middleware>

/** Limit of a redirect chain. */
const maxRedirects = 5

/** The final target of a navigation. Throws on an unknown name. */
export function runMiddleware(table: Middlewares, names: readonly string[], to: string): string {
  let target = to
  for (let step = 0; step < maxRedirects; step++) {
    const next = firstRedirect(table, names, target)
    if (next === undefined || next === target) return target
    target = next
  }
  return target
}

function firstRedirect(table: Middlewares, names: readonly string[], to: string): string | undefined {
  for (const name of names) {
    const run = table[name]
    if (!run) throw new Error(`Unknown route middleware: '${name}'.`)
    const next = run(to)
    if (next !== undefined) return next
  }
  return undefined
}
