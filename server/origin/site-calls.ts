// Business calls as configured: how their responses are parsed, read and sanitised.
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import { createLargeTexts } from '../rich-text/large-texts.ts'
import { createCallReader } from './call-reader.ts'
import { createOmittedItemsLog } from './omitted-items.ts'
import { createServerTransports } from './transport.ts'

export type SiteCalls = ReturnType<typeof createSiteCalls>

export function createSiteCalls({ config, distDir, facts, telemetry: { log }, time: { now } }: AppContext) {
  const file = join(distDir, 'server/rich-text-worker.js')
  const { richText, prepare, close } = createLargeTexts({ file, imageHosts: config.imageHosts })
  const reader = createCallReader(richText, createOmittedItemsLog({ log, now }), prepare, facts)
  const { parse } = reader
  return {
    reader,
    transportOver: createServerTransports({ parse, prepare: reader.prepare }),
    close,
  }
}
