// The test runner that Stryker loads for `npm run tool -- mutants`: test files run in Stryker's process, with modules that are
// evaluated anew for each mutant. A mutant costs what the files take that cover it; the start of a process would take longer.
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from './runner/current-file.mjs'

/** Read and written by the code that Stryker adds to the files: the active mutant, and what a test file covers. */
const namespace = {}
globalThis.__stryker__ = namespace
const fileOfTap = new URL('./runner/tap-of-file.mjs', import.meta.url).href
const sources = new Map()
let runs = 0

/** The copy of the project, which is the folder of this process; its node_modules is a link out of it. */
function sandbox() {
  return pathToFileURL(join(process.cwd(), '/')).href
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL ?? ''
    if (specifier === 'tap' && parent.startsWith(sandbox()) && parent.includes('.test.ts?'))
      return { url: `${fileOfTap}?${parent}`, format: 'module', shortCircuit: true }
    const found = nextResolve(specifier, context)
    const isOurs = found.url.startsWith(sandbox()) && !found.url.includes('?')
    return isOurs ? { ...found, url: `${found.url}?run=${runs}` } : found
  },
  load(url, context, nextLoad) {
    const [file, query] = url.split('?')
    if (!query?.startsWith('run=')) return nextLoad(url, context)
    if (!sources.has(file)) {
      const { format, source } = nextLoad(file, context)
      const text = format === 'module-typescript' ? stripTypeScriptTypes(String(source)) : source
      sources.set(file, { format: format.replace('-typescript', ''), source: text, shortCircuit: true })
    }
    return sources.get(file)
  },
})

/** A test that does not end, so that a file can follow the one before. */
async function openTest() {
  // tap's messages to a parent process, which are objects, are not for Stryker.
  const send = process.send.bind(process)
  process.send = (message, ...rest) => typeof message !== 'string' || send(message, ...rest)
  const { default: t } = await import('tap')
  process.channel.ref()
  return new Promise((resolve) => {
    t.test('files', { timeout: 0 }, (test) => {
      resolve(test)
      return new Promise(() => {})
    })
  })
}

/** A test's id is its file and its name; what a file runs outside of its tests belongs to the file. */
const fileOf = (id) => id.split(': ', 1)[0]

class FileRunner {
  static inject = ['options']
  constructor({ testFiles }) {
    this.files = testFiles
  }
  capabilities() {
    return { reloadEnvironment: true }
  }
  async init() {
    this.test = await openTest()
  }
  async dryRun() {
    const tests = []
    const add = (id, start, isOk) => {
      const timeSpentMs = performance.now() - start
      tests.push({ id, name: id, timeSpentMs, status: isOk ? 0 : 1, failureMessage: id })
    }
    for (const file of this.files) {
      const start = performance.now()
      add(file, start, await this.passes(file, () => true, add))
    }
    return { status: 'complete', tests, mutantCoverage: namespace.mutantCoverage }
  }
  /** Runs the tests that cover it, until one fails: first those of the file that has the name of the code. */
  async mutantRun({ activeMutant, testFilter = this.files, hitLimit }) {
    Object.assign(namespace, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 })
    const name = `/${basename(activeMutant.fileName, '.ts')}.test.ts`
    const files = [...new Set(testFilter.map(fileOf))]
    const isCovering = (id) => testFilter.includes(id) || testFilter.includes(fileOf(id))
    for (const file of files.sort((a, b) => Number(b.endsWith(name)) - Number(a.endsWith(name)))) {
      if (await this.passes(file, isCovering)) continue
      return { status: 'killed', killedBy: [file], failureMessage: file, nrOfTests: testFilter.length }
    }
    return { status: 'survived', nrOfTests: testFilter.length }
  }
  /** Whether the wanted tests of a file do. */
  async passes(file, isWanted, onTest) {
    runs++
    namespace.currentTestId = file
    const url = `${sandbox()}${file}?run=${runs}`
    const { ok } = await this.test.test(file, (fileTest) => {
      const add = fileTest.test.bind(fileTest)
      fileTest.test = (name, ...rest) => {
        const id = `${file}: ${name}`
        const body = rest.pop()
        return add(name, ...rest, async (t) => {
          if (!isWanted(id) || !fileTest.passing()) return
          const start = performance.now()
          namespace.currentTestId = id
          await body(t)
          namespace.currentTestId = file
          onTest?.(id, start, t.passing())
        })
      }
      return run(fileTest, () => import(url))
    })
    return ok
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'files', injectableClass: FileRunner }]
