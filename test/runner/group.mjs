// Runs test files one after the other in this process, each as a subtest that has the file's name.
// TEST_FILES names them, one in a line: tap names folders after the arguments of a process.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { run } from './current-file.mjs'

/** For a file, in milliseconds. Only against a test that hangs: a busy machine takes its time. */
const timeout = 600_000

for (const file of process.env.TEST_FILES.split('\n'))
  t.test(file, { timeout }, (fileTest) => run(fileTest, () => import(pathToFileURL(resolve(file)).href)))
