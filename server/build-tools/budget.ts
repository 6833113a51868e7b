// Budgets of the browser's scripts: a build that exceeds one fails and lists what is loaded; and where React may be.
import { gzipSync } from 'node:zlib'
import { analyzeMetafileSync } from 'esbuild'
import {
  application,
  type Bundles,
  inlineEntries,
  isComponent,
  type Outputs,
  outputOf,
  reactEntry,
  suggestions,
} from './bundles.ts'

/** After gzip. `first view`: of every page; `React`: loaded with the first client component that is used. */
const budgets: Record<string, number> = { 'first view': 18_000, React: 72_000, [suggestions]: 4_600 }
/** Of each client component. */
const componentBudget = 8_000

/** Files that are loaded together, and their bytes after gzip. */
type Size = { name: string; bytes: number; budget: number; paths: string[] }

/** Undefined within the budgets. */
export function budgetProblem(bundles: Bundles): string | undefined {
  const over = scriptSizes(bundles).filter(({ bytes, budget }) => bytes > budget)
  return over.length > 0 ? `Above the budget of JavaScript:\n${explain(over, bundles.outputs)}` : undefined
}

/** The sizes, each with its files and their sources, the largest first, before gzip. */
export function explain(sizes: Size[], outputs: Outputs): string {
  const filesOf = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, outputs[path]]))
  return sizes
    .map(({ name, bytes, budget, paths }) => {
      const files = analyzeMetafileSync(JSON.stringify({ inputs: {}, outputs: filesOf(paths) }))
      return `${name}: ${bytes} of ${budget} bytes\n${files}`
    })
    .join('\n')
}

export function scriptSizes({ files, inlineScripts, outputs }: Bundles): Size[] {
  const contents = new Map(files.map((file) => [`dist/${file.path}`, file.contents]))
  const pathOf = (entry: string) => outputOf(outputs, entry) ?? ''
  contents.set(pathOf(inlineEntries.first), inlineScripts.first)
  contents.set(pathOf(inlineEntries.start), inlineScripts.start)
  const sizeOf = (name: string, paths: string[]): Size => ({
    name,
    bytes: paths.reduce((sum, path) => sum + gzipSync(contents.get(path) ?? '', { level: 9 }).length, 0),
    budget: budgets[name] ?? componentBudget,
    paths,
  })
  const react = withImports(outputs, pathOf(reactEntry))
  const components = Object.entries(outputs).filter(([, { entryPoint }]) => isComponent(entryPoint ?? ''))
  return [
    sizeOf('first view', [...Object.values(inlineEntries), application].map(pathOf)),
    sizeOf('React', react),
    sizeOf(suggestions, [pathOf(suggestions)]),
    ...components.map(([path, { entryPoint = '' }]) => {
      const paths = withImports(outputs, path).filter((one) => !react.includes(one))
      return sizeOf(entryPoint, paths)
    }),
  ]
}

/** A file and those that it imports. */
function withImports(outputs: Outputs, path: string): string[] {
  const imported = outputs[path]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  return [path, ...new Set(imported.flatMap((one) => withImports(outputs, one.path)))]
}

const react = /(?:^|\/)node_modules\/((?:react|react-dom|react-router|react-router-dom|scheduler)\/.*)/

/** One hook in a file of the program brings React into every first view. */
export function reactProblem(outputs: Outputs): string | undefined {
  const wrong = Object.values(outputs).flatMap(({ entryPoint, inputs }) => {
    const file = Object.keys(inputs).flatMap((path) => react.exec(path)?.[1] ?? [])[0]
    // Files without an entry are those that client components share.
    const isAllowed = !entryPoint || entryPoint === reactEntry || isComponent(entryPoint)
    return file && !isAllowed ? [`${entryPoint} imports ${file}: React is for client components alone`] : []
  })
  return wrong.join('\n') || undefined
}
