// A folder that is removed at the end of the test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** `name` begins the folder's name. */
export function temporaryFolder(t: Test, name = 'site'): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  // What a server still writes while it is removed: ENOTEMPTY.
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
