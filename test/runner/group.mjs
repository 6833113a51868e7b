// Runs test files one after the other, each as a subtest that has the file's name. The parent process names the next one.
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { run } from './current-file.mjs'

/** For a file, in milliseconds. Only against a test that hangs: a busy machine takes its time. */
const timeout = 600_000

start(await next())

function start(file) {
  if (!file) return process.disconnect()
  t.test(file, { timeout }, async (fileTest) => {
    // Known before this file ends: tap ends when it has nothing to run.
    const following = next()
    try {
      await run(fileTest, () => import(pathToFileURL(resolve(file)).href))
    } finally {
      start(await following)
    }
  })
}

/** An empty string after the last one. */
async function next() {
  process.send('next')
  process.channel.ref()
  const [file] = await once(process, 'message')
  // A test that waits for nothing ends the process.
  process.channel.unref()
  return file
}
