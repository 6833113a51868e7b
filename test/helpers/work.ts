// Counts the work of a function: executed blocks of JavaScript, steps of regular expressions, characters read by methods of
// strings. Independent of the machine and of what else it does.
import { Session } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import { createSteps, type Steps } from './regex-steps.ts'

type Ranges = { functions: { ranges: { count: number }[] }[]; url: string }[]

/** Methods that read the whole string. */
const reading = [
  'replaceAll',
  'split',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'normalize',
  'indexOf',
  'includes',
] as const
/** The counters are not counted. */
const own = /\/test\/helpers\/(?:work|regex-steps)\.ts$/

/** Executed blocks of the scripts since the last count, of this thread. */
export function createBlockCounter(isCounted: (url: string) => boolean) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // A collection of garbage would reset counts.
  setFlagsFromString('--no-flush-bytecode')
  return {
    count(): number {
      let sum = 0
      session.post('Profiler.takePreciseCoverage', (error, found) => {
        if (error) throw error
        const { result } = found as { result: Ranges }
        for (const { url, functions } of result)
          if (isCounted(url)) for (const { ranges } of functions) for (const { count } of ranges) sum += count
      })
      return sum
    },
    close() {
      session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** `close` restores what the counter replaces. */
export function createWorkCounter() {
  const blocks = createBlockCounter((url) => !own.test(url))
  const counted = { characters: 0, steps: 0, isOff: false }
  const restoreStrings = countCharacters(counted)
  const restoreExpressions = countSteps(counted)
  return {
    /** The work of each of the functions, in turn. A count of blocks visits all that this process has loaded. */
    of(...runs: (() => unknown)[]): number[] {
      blocks.count()
      return runs.map((run) => {
        const before = counted.characters + counted.steps
        run()
        const after = counted.characters + counted.steps
        return blocks.count() + after - before
      })
    },
    close() {
      restoreExpressions()
      restoreStrings()
      blocks.close()
    },
  }
}

/** `isOff`: the counter itself runs. */
type Counted = { characters: number; steps: number; isOff: boolean }

/** Returns what restores the methods. */
function countCharacters(counted: Counted): () => void {
  const restores = reading.map((name) => {
    const method: (this: string, ...given: unknown[]) => unknown = Reflect.get(
      String.prototype,
      name as string,
    )
    Reflect.set(String.prototype, name, function (this: string, ...given: unknown[]) {
      const result = method.apply(this, given)
      const start = name === 'indexOf' ? Number(given[1] ?? 0) : 0
      const end = name === 'indexOf' && Number(result) >= 0 ? Number(result) + 1 : this.length
      if (!counted.isOff) counted.characters += Math.max(0, end - start)
      return result
    })
    return () => Reflect.set(String.prototype, name, method)
  })
  return () => {
    for (const restore of restores) restore()
  }
}

/** A replaced `exec` is called by `test`, `match`, `replace` and `split` as well (ECMA-262 §22.2.7.1). */
function countSteps(counted: Counted): () => void {
  const known = new Map<string, Steps>()
  const { exec } = RegExp.prototype
  RegExp.prototype.exec = function (text) {
    if (!counted.isOff) {
      counted.isOff = true
      const { source, flags, lastIndex } = this
      const key = `${source}/${flags}`
      try {
        const steps = known.get(key) ?? createSteps(this)
        known.set(key, steps)
        counted.steps += steps(text, this.global || this.sticky ? lastIndex : 0)
      } finally {
        counted.isOff = false
      }
    }
    return exec.call(this, text)
  }
  return () => {
    RegExp.prototype.exec = exec
  }
}
