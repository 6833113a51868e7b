// Messages of forms, as a local source of a test stores them.
import { dirname, join } from 'node:path'
import pino from 'pino'
import type { Test } from 'tap'
import { openStores } from '../../server/forms/stores.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** `file`: the SQLite file; default: one of the test, created with its first message. */
export function createTestMessages(t: Test, options: { file?: string | undefined; now?: () => number } = {}) {
  const { file = join(temporaryFolder(t), 'messages.sqlite'), now = Date.now } = options
  const config = { redis: undefined, dataDir: dirname(file), apiBase: '', formRetentionDays: 730 }
  const telemetry = { log: pino({ level: 'silent' }) }
  return openStores({ config, telemetry, time: { now }, resumes: false })
}
