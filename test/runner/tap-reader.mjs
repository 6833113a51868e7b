// Reads what a process of group.mjs prints: TAP 14, line by line, with subtests that precede their test point, indented.
const point = /^( *)(not ok|ok) \d+(?: - (.*?))?(?: # (?:time=([\d.]+)ms|(SKIP|TODO)\b ?(.*)))?$/
const subtest = /^( *)# Subtest: (.*)$/
const plan = /^1\.\.\d+/
const counts = /^# \{ total: (\d+)(?:, pass: (\d+))?(?:, fail: (\d+))?/
const key = /^ *(\w+):/
/** The stack has the same place. */
const leftOut = ['source', 'at', 'compare', 'tapCaught']
const indentWidth = 4

/**
 * Calls `events`: `failure(path)` for a test point without subtests that failed, then `diagnostic(line)` for each line
 * about it; `skip(path, reason)`; `file(name, { isFailure, ms })`; `counts({ total, passed, failed })` of assertions;
 * `stopped(reason, files)` where the process ended before its files, or did not end. A path is names, outermost first.
 */
export function createTapReader(events) {
  /** Names of the subtests that are open, outermost first. */
  let open = []
  /** The depth of the subtest of which the last test point was. */
  let ended = 0
  /** The failure that was read last: where its lines start, and the key that they belong to. */
  let block
  let hasEnded = false
  const finished = new Set()

  function read(line) {
    if (block && readDiagnostic(line)) return
    block = undefined
    if (plan.test(line)) hasEnded = true
    const [, total, passed = 0, failed = 0] = counts.exec(line) ?? []
    if (total) events.counts({ total: Number(total), passed: Number(passed), failed: Number(failed) })
    const [, subtestIndent, subtestName] = subtest.exec(line) ?? []
    if (subtestName !== undefined) {
      open = [...open.slice(0, subtestIndent.length / indentWidth), unescaped(subtestName)]
      ended = 0
      return
    }
    const [, indent, result, name = '', ms, directive, reason] = point.exec(line) ?? []
    const depth = (indent?.length ?? 0) / indentWidth
    if (result) readPoint({ depth, result, name: unescaped(name), ms, directive, reason })
  }

  function readPoint({ depth, result, name, ms = 0, directive, reason }) {
    const isFailure = result === 'not ok' && !directive
    const hasPoints = ended > depth
    ended = depth
    open = open.slice(0, depth)
    // The point of a subtest that failed repeats what its own points said.
    if (isFailure && !hasPoints) {
      events.failure([...open, name])
      block = { isOpen: false, key: '' }
    }
    if (directive && !isFiltered(reason)) events.skip([...open, name], reason)
    if (depth > 0) return
    finished.add(name)
    events.file(name, { isFailure, ms: Number(ms) })
  }

  /** The YAML block that may follow a failure. */
  function readDiagnostic(line) {
    const text = line.trim()
    if (!block.isOpen && text !== '---') return false
    const indent = line.length - line.trimStart().length
    block.indent ??= indent
    block.isOpen = text !== '...'
    if (text && indent === block.indent) block.key = key.exec(line)?.[1] ?? ''
    if (text !== '---' && block.isOpen && !leftOut.includes(block.key))
      events.diagnostic(line.slice(block.indent))
    if (!block.isOpen) block = undefined
    return true
  }

  return {
    read,
    /** Whether every test of the process has ended. */
    hasEnded: () => hasEnded,
    end({ files, code, signal }) {
      const missing = files.filter((file) => !finished.has(file))
      if (missing.length > 0)
        events.stopped(`the process ended with ${signal ?? `exit code ${code}`}`, missing)
      else if (signal) events.stopped('the process did not end: a test left something open', files)
    },
  }
}

/** By --grep, or as a long test (test/helpers/long.ts). */
function isFiltered(reason) {
  return reason.startsWith('filter') || reason === 'long'
}

/** A file that did not start, because the process ended, has a name with these words before it. */
function unescaped(name) {
  return name.replace(/\\(.)/g, '$1').replace(/^child test left in queue: /, '')
}
