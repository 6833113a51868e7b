// Budgets of the browser's scripts: a build that exceeds one fails and lists what grew; and where React may be.
import { isComponent, reactEntry } from './bundles.mjs'

/** After gzip. `first view`: of every page; `React`: loaded with the first client component that is used. */
export const budgets = { 'first view': 18_000, React: 72_000, 'client/browser/suggestions.ts': 4_600 }
/** Of each client component. */
const componentBudget = 8_000
const namesShown = 5

/** `before`: the sizes of the last good build, where there was one. Returns undefined within the budgets. */
export function budgetProblem(sizes, before, limits = budgets) {
  const over = Object.entries(sizes).filter(([name, { bytes }]) => bytes > budgetOf(name, limits))
  if (over.length === 0) return undefined
  return over.map(([name, size]) => describe(name, size, before?.[name], budgetOf(name, limits))).join('\n')
}

const budgetOf = (name, limits) => limits[name] ?? componentBudget

function describe(name, { bytes, sources }, before, budget) {
  const line = `${name}: ${bytes} bytes of JavaScript, the budget is ${budget}`
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

/** `--why`: the files and sources of what a browser loads. */
export function explain(sizes, limits = budgets) {
  return Object.entries(sizes)
    .map(([name, { bytes, files, sources }]) =>
      [
        `${name}: ${bytes} of ${budgetOf(name, limits)} bytes in ${files.length} files`,
        ...files.map((file) => `  ${String(file.bytes).padStart(7)}  ${file.path}`),
        ...sources.map((source) => `  ${String(source.bytes).padStart(7)}    ${source.path}`),
      ].join('\n'),
    )
    .join('\n\n')
}

const react = /(?:^|\/)node_modules\/((?:react|react-dom|react-router|react-router-dom|scheduler)\/.*)/

/** `outputs`: of the client, by esbuild's metafile. One hook in a file of the program brings React into every first view. */
export function reactProblem(outputs) {
  const wrong = Object.values(outputs).flatMap(({ entryPoint, inputs }) => {
    const files = Object.keys(inputs)
      .map((path) => react.exec(path)?.[1])
      .find(Boolean)
    // Files without an entry are those that client components share.
    const isAllowed = !entryPoint || entryPoint === reactEntry || isComponent(entryPoint)
    return files && !isAllowed ? [`${entryPoint} imports ${files}: React is for client components alone`] : []
  })
  return wrong.join('\n') || undefined
}
