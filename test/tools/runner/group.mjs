// Runs test files one after the other, each as a subtest that has the file's name. The parent process names the next one and gets
// the results: `{ file, ms, counts, failures: [{ path, lines }], skips: [[path, reason]] }`, a path being names, outermost first.
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { stringify } from 'yaml'
import { run } from './current-file.mjs'

/** For a file, in milliseconds. Only against a test that hangs: a busy machine takes its time. */
const timeout = 600_000
/** What the report leaves out: the stack has the same place. */
const leftOut = ['source', 'at', 'compare', 'tapCaught']

/** After the last file. */
let hasEnded = false
// The runner was killed: nobody reads what the tests send.
const stop = () => process.exit(1)
process.once('disconnect', stop)

start(await next())

function start(file) {
  if (!file) {
    hasEnded = true
    return
  }
  const ended = t.test(file, { timeout }, async (fileTest) => {
    // Known before this file ends: tap ends when it has nothing to run.
    const following = next()
    try {
      await run(fileTest, () => import(pathToFileURL(resolve(file)).href))
    } finally {
      start(await following)
    }
  })
  ended.then(() => {
    process.send(resultOf(file, ended.subtest), () => {})
    if (hasEnded) process.off('disconnect', stop).disconnect()
  })
}

function resultOf(file, { counts, lists, results, time: ms }) {
  const pathOf = ({ fullname }) => fullname.split(' > ')
  const failures = lists.fail.map((failure) => ({ path: pathOf(failure), lines: linesOf(failure) }))
  const skips = lists.skip.map((skipped) => [pathOf(skipped), skipped.skip])
  const wholeFile = results?.plan.skipReason
  if (!wholeFile) return { file, ms, counts, failures, skips }
  return { file, ms, counts: { ...counts, total: 1 }, failures, skips: [[[file], wholeFile]] }
}

function linesOf({ diag }) {
  const shown = Object.entries(diag ?? {}).filter(([key]) => !leftOut.includes(key))
  return shown.length > 0 ? stringify(Object.fromEntries(shown)).trimEnd().split('\n') : []
}

/** An empty string after the last one. */
async function next() {
  process.send('next', () => {})
  process.channel.ref()
  const [file] = await once(process, 'message')
  // A test that waits for nothing ends the process.
  process.channel.unref()
  return file
}
