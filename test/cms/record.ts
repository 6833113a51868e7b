// Records what an adapter requests from a real system, for the tests that replay it: test/fixtures/cms/*.json.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../../server/base/json.ts'
import { createFormStore } from '../../server/calls/form-store.ts'
import { parseConfig } from '../../server/config/config.ts'
import { startAdapted } from '../../server/origin/adapters/create-adapted.ts'
import { openPulledFolder } from '../../server/origin/adapters/pull/folder.ts'
import { createPuller } from '../../server/origin/adapters/pull/puller.ts'
import { createItemWriter } from '../../server/origin/adapters/pull/write-items.ts'
import { readBody } from '../../server/origin/read-body.ts'
import { createUpstream } from '../../server/origin/upstream.ts'
import { silent } from '../helpers/log.ts'
import { sampleFolder } from '../helpers/origin.ts'
import type { Cms } from './cms.ts'

/** By base URL as in the fixture, then by path with query. */
export type Recording = Record<string, Record<string, RecordedResponse>>
type RecordedResponse = { status: number; fields?: Record<string, string>; body: unknown }

export const fixtureOf = (system: string) => join(import.meta.dirname, `../fixtures/cms/${system}.json`)

const get = (path: string) => ({ method: 'GET', path, headers: {} })
const post = (path: string, body: object) => ({
  ...{ method: 'POST', path, headers: { 'content-type': 'application/json' } },
  body: Buffer.from(JSON.stringify(body)),
})

/** The calls of the tests. Numbers are those of the table after these calls, in this order. */
export const recordedRequests = (['zh', 'en'] as const).flatMap((lang) => [
  get(`/api/home/article/list/product?lang=${lang}&page_size=2`),
  get(`/api/home/article/list/news?lang=${lang}&page_size=2`),
  get(`/api/home/article/list/news?lang=${lang}&page_size=2&page=999`),
  get(`/api/home/article/list/service?lang=${lang}&page_size=2`),
  get(`/api/home/article/info/tl-mag?lang=${lang}`),
  get(`/api/home/article/info/2026-11-ten-year-drift?lang=${lang}`),
  post('/api/home/article/recommends/news', { id: 3, limit: 2, lang }),
  get(`/api/home/about/0?lang=${lang}`),
  get(`/api/home/about/info/contact?lang=${lang}`),
  get(`/api/home/download/0?lang=${lang}`),
  post('/api/home/config/base', {}),
  post('/api/home/route/tree', {}),
  get(`/api/home/article/detail/1?lang=${lang}`),
  get(`/api/home/article/detail/999999?lang=${lang}`),
])

/** Header fields that adapters read. */
const readFields = ['x-wp-total']

export async function record(system: string, { env, unreadFields }: Cms): Promise<void> {
  const parsed = parseConfig({ ...env, DATA_DIR: ':memory:' }, sampleFolder)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const recording: Recording = {}
  const names = new Map<string, string>()
  const folder = await mkdtemp(join(tmpdir(), 'record-'))
  const { origin, pull, addresses, calls, startCall, forget } = await startAdapted({
    ...{ config: parsed.config, log: silent, report: () => {}, idsFile: ':memory:' },
    formStore: createFormStore({ dataFile: ':memory:', now: Date.now }),
    connect: (base, fields) => {
      const upstream = createUpstream({ base, fields, connections: 4, log: silent })
      const name = `http://cms-${names.size + 1}.test`
      names.set(base, name)
      recording[name] = {}
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
            ...{ status, body: kept },
            ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
          }
          // Requests that follow from a response are those that follow from the recorded one.
          return { status, headers, body: kept === undefined ? bytes : Buffer.from(JSON.stringify(kept)) }
        },
      }
    },
  })
  for (const request of recordedRequests) await origin.send(request)
  if (!pull) throw new Error(`${system} is not pulled`)
  const pulled = await openPulledFolder(folder)
  const puller = createPuller({
    ...{
      pull,
      calls,
      forget,
      folder: pulled,
      log: silent,
      everyMs: 60_000,
      monotonic: () => performance.now(),
    },
    items: createItemWriter({ pull, folder: pulled, addresses, log: silent }),
    systemIn: (locale) => startCall('articleList', get('/'), locale),
    checkAccess: async () => origin.checkAccess?.(),
  })
  await puller.start()
  await puller.ready
  await puller.close()
  await rm(folder, { recursive: true })
  await origin.close()
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
