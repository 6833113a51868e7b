// What `npm test` prints, in a terminal as in a pipe: a line for each file, each failure when it happens, and at the end
// what failed, with the command that runs it alone.
const mostFailures = 20
const mostLines = 40
/** A response may be as long as a page. */
const longestLine = 400
/** Of a long test (test/helpers/long.ts). */
const longReason = 'long'
const slowest = 15

export function createReport(print) {
  const failures = []
  const files = []
  const sum = { total: 0, passed: 0, failed: 0 }

  /** Of a file, as group.mjs sends it. */
  function file({ file: name, ms, counts, failures: failed, skips }) {
    for (const { path, lines } of failed) failure(path, lines)
    for (const [path, reason] of skips)
      if (reason !== longReason) print(`skip ${path.join(' > ')} ${reason === true ? '' : reason}`.trimEnd())
    files.push({ name, ms })
    print(`${failed.length > 0 ? 'not ok' : 'ok'} ${name} ${seconds(ms)}`)
    sum.total += counts.total
    sum.passed += counts.pass
    sum.failed += counts.fail ?? 0
  }

  function failure(path, lines) {
    failures.push({ path, lines })
    print(`FAILED ${path.join(' > ')}`)
  }

  function end({ showsSlowest }) {
    if (showsSlowest) {
      print('\nslowest files:')
      const bySlowness = files.toSorted((one, other) => other.ms - one.ms)
      for (const { name, ms } of bySlowness.slice(0, slowest)) print(`${seconds(ms).padStart(8)} ${name}`)
    }
    for (const failure of failures.slice(0, mostFailures)) printFailure(failure)
    const more = failures.length - mostFailures
    if (more > 0) print(`\nand ${more} more, each with a line FAILED above`)
    const failed = Math.max(sum.failed, failures.length)
    print(`\n${sum.passed} passed, ${failed} failed, ${sum.total - sum.passed - sum.failed} skipped`)
    return { passed: sum.passed, failed }
  }

  function printFailure({ path: [file, ...names], lines }) {
    print(`\nFAILED ${file}`)
    for (const name of names) print(`  ${name}`)
    for (const line of lines.slice(0, mostLines)) print(`    ${shortened(line)}`)
    if (lines.length > mostLines) print(`    … ${lines.length - mostLines} more lines`)
    const [test] = names.length > 1 ? names : []
    print(`  alone: npm test -- ${file}${test ? ` --grep ${JSON.stringify(test)}` : ''}`)
  }

  return {
    file,
    /** The process ended before these files, or did not end after them. */
    stopped(reason, names) {
      for (const name of names) failure([name], [reason])
    },
    isGood: () => failures.length === 0,
    end,
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

function shortened(line) {
  return line.length > longestLine ? `${line.slice(0, longestLine)} …` : line
}
