// Size budget of the first view's JavaScript: a build that exceeds it fails and lists what grew.

/** For every page kind: all module files of its first view together, after gzip. */
export const firstViewBudgetBytes = 109_000
const namesShown = 5

/** `before`: the sizes of the last good build, where there was one. Returns undefined within the budget. */
export function budgetProblem(sizes, before, budget = firstViewBudgetBytes) {
  const over = Object.entries(sizes).filter(([, { bytes }]) => bytes > budget)
  if (over.length === 0) return undefined
  return over.map(([page, size]) => describe(page, size, before?.[page], budget)).join('\n')
}

function describe(page, { bytes, sources }, before, budget) {
  const line = `${page}: ${bytes} bytes of JavaScript in the first view, the budget is ${budget}`
  const grown = before ? growth(sources, before.sources) : []
  const names = grown.length > 0 ? grown : sources.map(({ path, bytes }) => `${path} has ${bytes}`)
  return [line, ...names.slice(0, namesShown).map((name) => `  ${name}`)].join('\n')
}

function growth(sources, before) {
  const old = new Map(before.map(({ path, bytes }) => [path, bytes]))
  return sources
    .map(({ path, bytes }) => ({ path, more: bytes - (old.get(path) ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more)
    .map(({ path, more }) => `${path} grew by ${more}`)
}

/** `--why`: every page with its files and sources. */
export function explain(sizes, budget = firstViewBudgetBytes) {
  return Object.entries(sizes)
    .map(([page, { bytes, files, sources }]) =>
      [
        `${page}: ${bytes} of ${budget} bytes in ${files.length} files`,
        ...files.map((file) => `  ${String(file.bytes).padStart(7)}  ${file.path}`),
        ...sources.map((source) => `  ${String(source.bytes).padStart(7)}    ${source.path}`),
      ].join('\n'),
    )
    .join('\n\n')
}
