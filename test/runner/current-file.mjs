// The subtest of the test file that runs now. Its `import t from 'tap'` is this subtest (test/hooks.mjs).
let current

/** Imports a file whose tests become those of `fileTest`. */
export async function run(fileTest, importFile) {
  current = fileTest
  await importFile()
}

export function currentFile() {
  return current
}
