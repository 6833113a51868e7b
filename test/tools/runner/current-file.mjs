// The subtest of the test file that runs now. Its `import t from 'tap'` is this subtest (test/hooks.mjs).
let current

/** Imports a file whose tests become those of `fileTest`. */
export async function run(fileTest, importFile) {
  // tap writes to the options of a test, which several tests may share.
  const { test } = fileTest
  fileTest.test = (...given) => test.apply(fileTest, given.map(copyOf))
  current = fileTest
  await importFile()
}

export function currentFile() {
  return current
}

function copyOf(given) {
  return given && typeof given === 'object' ? { ...given } : given
}
