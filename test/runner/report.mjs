// What `npm test` prints, in a terminal as in a pipe: a line for each file, each failure when it happens, and at the end
// what failed, with the command that runs it alone.
const mostFailures = 20
const mostLines = 40
/** A response may be as long as a page. */
const longestLine = 400
const slowest = 15

export function createReport(print) {
  const failures = []
  const files = []
  const sum = { total: 0, passed: 0, failed: 0 }

  function ofProcess() {
    let failure
    return {
      failure(path) {
        failure = { path, lines: [] }
        failures.push(failure)
        print(`FAILED ${path.join(' > ')}`)
      },
      diagnostic(line) {
        failure.lines.push(line.length > longestLine ? `${line.slice(0, longestLine)} …` : line)
      },
      skip: (path, reason) => print(`skip ${path.join(' > ')} ${reason}`.trimEnd()),
      file(name, { isFailure, ms }) {
        files.push({ name, ms })
        print(`${isFailure ? 'not ok' : 'ok'} ${name} ${seconds(ms)}`)
      },
      counts({ total, passed, failed }) {
        sum.total += total
        sum.passed += passed
        sum.failed += failed
      },
      stopped(reason, names) {
        for (const name of names) {
          failures.push({ path: [name], lines: [reason] })
          print(`FAILED ${name}: ${reason}`)
        }
      },
    }
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
    return { failed }
  }

  function printFailure({ path: [file, ...names], lines }) {
    print(`\nFAILED ${file}`)
    for (const name of names) print(`  ${name}`)
    for (const line of lines.slice(0, mostLines)) print(`    ${line}`)
    if (lines.length > mostLines) print(`    … ${lines.length - mostLines} more lines`)
    const [test] = names.length > 1 ? names : []
    print(`  alone: npm test -- ${file}${test ? ` --grep ${JSON.stringify(test)}` : ''}`)
  }

  return { ofProcess, end }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
