// A site's origin whose items are pulled from a content system of the tests; each poll is made by the test.
import type { Test } from 'tap'
import { createPulled } from '../../server/calls/pulled-origin.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createUpstream } from '../../server/origin/upstream.ts'
import type { SharedIds } from '../../server/sources/systems/ids.ts'
import type { SharedPull } from '../../server/store/pull/shared-copy.ts'
import { createOriginProblems } from '../../server/telemetry/origin-problems.ts'
import { createSecretMask } from '../../server/telemetry/secret-mask.ts'
import { createLog } from './log.ts'
import { createTestMessages } from './messages.ts'
import { sampleFolder } from './origin.ts'
import { distDir } from './site.ts'
import { until } from './until.ts'

/** Deleted with the test. */
/** Moved by the test. */
export type TestClock = { now?: () => number; monotonic?: () => number }

/** Closes with the test, or earlier. */
export async function createTestPulled(
  t: Test,
  env: Record<string, string>,
  dataDir: string,
  {
    sharedIds,
    sharedPull,
    ...clock
  }: TestClock & { sharedIds?: SharedIds | undefined; sharedPull?: SharedPull | undefined } = {},
) {
  const parsed = parseConfig(
    { SITE_URL: 'https://www.tinglan.example', ...env, DATA_DIR: dataDir },
    sampleFolder,
  )
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const { config } = parsed
  const { log, lines } = createLog()
  let [pauses, resume] = [0, () => {}]
  const origin = await createPulled({
    config,
    log,
    distDir,
    saveMessage: createTestMessages().save,
    system: {
      connect: (base, fields) => createUpstream({ base, fields, connections: 4, log }),
      report: createOriginProblems({ ...clock, log, withoutSecrets: createSecretMask(config) }).report,
    },
    servers: { sharedIds, sharedPull, followMs: 50 },
    // A busy machine does not end a search.
    searches: { onOverload() {}, startDeadline: () => () => {} },
    times: {
      ...clock,
      pause(_ms, signal) {
        pauses++
        return new Promise((resolve, reject) => {
          resume = resolve
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      },
    },
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= origin.close()
    return closing
  }
  t.teardown(close)

  const texts: string[] = []
  const send = async (method: string, path: string, { body, preview = false }: Sent = {}) => {
    const response = await origin.send({
      method,
      path,
      headers: {},
      ...(preview && { preview }),
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
    const text = String(response.body)
    texts.push(text)
    return { status: response.status, data: JSON.parse(text).data }
  }
  async function passAfter(begin: () => unknown): Promise<void> {
    await until(() => pauses > 0)
    const before = pauses
    await begin()
    await until(() => pauses > before)
  }

  return {
    origin,
    config,
    lines,
    close,
    /** The texts of all responses. */
    texts,
    get: (path: string) => send('GET', path),
    preview: (path: string) => send('GET', path, { preview: true }),
    post: (path: string, body: object) => send('POST', path, { body }),
    /** Until everything has been pulled, and is served. */
    ready: () =>
      until(async () => (await send('GET', '/api/home/about/0').catch(() => undefined)) !== undefined),
    /** One more pass; what it has found is served. */
    poll: () => passAfter(() => resume()),
    /** A webhook that begins a pass, and nothing else does; what it has found is served. */
    passOf: (body: Record<string, unknown>) => passAfter(() => origin.changesOf?.(body)),
  }
}

type Sent = { body?: object; preview?: boolean }
