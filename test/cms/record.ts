// Records what a source requests from a real system, for the tests that replay it: test/fixtures/cms/*.json.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../../server/base/json.ts'
import { readBody } from '../../server/base/read-body.ts'
import { openSystem } from '../../server/calls/content-system.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createUpstream } from '../../server/origin/upstream.ts'
import { withFixedText } from '../../server/sources/systems/fixed-text.ts'
import { createChecks } from '../../server/store/pull/checks.ts'
import { openPulledFolder } from '../../server/store/pull/folder.ts'
import { createPuller } from '../../server/store/pull/puller.ts'
import { createItemWriter } from '../../server/store/pull/write-items.ts'
import { defaultLanguages } from '../../shared/languages.ts'
import { silent } from '../helpers/log.ts'
import { sampleFolder } from '../helpers/origin.ts'
import type { Cms } from './cms.ts'

/** By base URL as in the fixture, then by path with query. */
export type Recording = Record<string, Record<string, RecordedResponse>>
type RecordedResponse = { status: number; fields?: Record<string, string>; body: unknown }

export const fixtureOf = (system: string) => join(import.meta.dirname, `../fixtures/cms/${system}.json`)

/** Header fields that sources read. */
const readFields = ['x-wp-total']

export async function record(system: string, { env, unreadFields }: Cms): Promise<void> {
  const parsed = parseConfig({ ...env, DATA_DIR: ':memory:' }, sampleFolder)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const recording: Recording = {}
  const names = new Map<string, string>()
  const folder = await mkdtemp(join(tmpdir(), 'record-'))
  const { pull, addresses, map, start, forget, checkAccess, close } = await openSystem({
    config: parsed.config,
    log: silent,
    report: () => {},
    idsFile: ':memory:',
    monotonic: () => performance.now(),
    connect: (base, fields) => {
      const upstream = createUpstream({ base, fields, connections: 4, log: silent })
      // A base has several connections, with a token and without.
      const name = names.get(base) ?? `http://cms-${names.size + 1}.test`
      names.set(base, name)
      recording[name] ??= {}
      return {
        ...upstream,
        async send(request) {
          const { status, headers, body } = await upstream.send(request)
          const bytes = await readBody(body, 10_000_000, 10_000)
          const fields = readFields.flatMap((field) => {
            const value = headers[field]
            return value === undefined ? [] : [[field, String(value)] as const]
          })
          const kept = shortened(parseJson(bytes), unreadFields)
          recording[name]![request.path] = {
            status,
            body: kept,
            ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
          }
          // Requests that follow from a response are those that follow from the recorded one.
          return { status, headers, body: kept === undefined ? bytes : Buffer.from(JSON.stringify(kept)) }
        },
      }
    },
  })
  const pulled = await openPulledFolder(folder)
  const puller = createPuller({
    system: {
      pull,
      sections: map.sections,
      site: withFixedText(pull.site, map),
      systemIn: start,
      checkAccess,
      forget,
    },
    folder: pulled,
    log: silent,
    items: createItemWriter({
      pull,
      folder: pulled,
      addresses,
      facts: { languages: defaultLanguages, sections: map.sections },
      log: silent,
      now: Date.now,
    }),
    checks: createChecks({ map, folder: pulled, log: silent, now: Date.now }),
    publish: async () => {},
    times: { everyMs: 60_000, monotonic: () => performance.now() },
  })
  await puller.start()
  await puller.ready
  await puller.close()
  await rm(folder, { recursive: true })
  await close()
  let text = textOf(recording)
  for (const [base, name] of names) text = text.replaceAll(base, name)
  await writeFile(fixtureOf(system), `${text}\n`)
}

/** A line for each response. */
function textOf(recording: Recording): string {
  const sites = Object.entries(recording).map(([base, responses]) => {
    const lines = Object.entries(responses).map(
      ([path, response]) => `  ${JSON.stringify(path)}: ${JSON.stringify(response)}`,
    )
    return ` ${JSON.stringify(base)}: {\n${lines.join(',\n')}\n }`
  })
  return `{\n${sites.join(',\n')}\n}`
}

const mostText = 900

/** Without what no adapter reads; long texts are cut. */
function shortened(value: unknown, unread: string[]): unknown {
  if (typeof value === 'string') return value.length > mostText ? value.slice(0, mostText) : value
  if (Array.isArray(value)) return value.map((item) => shortened(item, unread))
  if (typeof value !== 'object' || value === null) return value
  const read = Object.entries(value).filter(([key]) => !unread.includes(key))
  return Object.fromEntries(read.map(([key, item]) => [key, shortened(item, unread)]))
}
