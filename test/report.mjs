// What `npm test` prints, in a terminal as in a pipe: a line for each file, each failure in full, and their list at the end.
// tap's own reporter draws its screen again with every assertion, which doubled the time of a run in a terminal.
import { createInterface } from 'node:readline'

const point = /^( *)(not ok|ok) \d+(?: - (.*?))?(?: # (?:time=([\d.]+)ms|(SKIP|TODO)\b ?(.*)))?$/
const subtest = /^( *)# Subtest: (.*)$/
/** Of the program that runs the files, and not of a test. */
const topLevel = /^(?:#|Bail out!)/
const indentWidth = 4

const report = createReport(console.log)
for await (const line of createInterface({ input: process.stdin })) report.read(line)
report.end()

/** Reads TAP 14 line by line; a subtest precedes its own test point and is indented. */
function createReport(print) {
  /** Names of the subtests that are open, outermost first. */
  let open = []
  /** The depths of which a test point has failed since the subtest around it began. */
  const failedDepths = new Set()
  const failures = []
  let failure

  function read(line) {
    if (failure && isDiagnostic(failure, line)) return
    failure = undefined
    const [, subtestIndent, subtestName] = subtest.exec(line) ?? []
    if (subtestName !== undefined) return enter(subtestIndent.length / indentWidth, subtestName)
    const [, indent, result, name = '', ms, directive, reason] = point.exec(line) ?? []
    if (result) return readPoint({ depth: indent.length / indentWidth, result, name, ms, directive, reason })
    if (topLevel.test(line)) print(line)
  }

  function enter(depth, name) {
    open = [...open.slice(0, depth), name]
    failedDepths.delete(depth + 1)
  }

  function readPoint({ depth, result, name, ms, directive, reason }) {
    const title = [...open.slice(0, depth), name].join(' > ')
    const isFailure = result === 'not ok' && !directive
    if (isFailure && !failedDepths.has(depth + 1)) startFailure(title)
    if (isFailure) failedDepths.add(depth)
    failedDepths.delete(depth + 1)
    if (directive) print(`${directive.toLowerCase()} ${title} ${reason}`.trimEnd())
    else if (depth === 0) print(`${result} ${name}${ms ? ` ${(ms / 1000).toFixed(1)} s` : ''}`)
  }

  function startFailure(title) {
    print(`FAILED ${title}`)
    failures.push(title)
    failure = { isOpen: false }
  }

  /** The YAML block that may follow a failed test point is printed as it is. */
  function isDiagnostic(current, line) {
    const text = line.trim()
    if (!current.isOpen && text !== '---') return false
    current.isOpen = text !== '...'
    if (!current.isOpen) failure = undefined
    print(line)
    return true
  }

  return {
    read,
    end() {
      for (const title of failures) print(`FAILED ${title}`)
    },
  }
}
