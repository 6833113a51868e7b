// Notices to the sites in front of an origin: what has changed, by POST /ops/webhook/native, until each has received it.
import { request } from 'undici'
import type { ContentChange, ContentUpdate, Origin } from '../base/origin.ts'
import { mostChanges } from './content-tags.ts'

type Log = Record<'info' | 'warn', (fields: object, event: string) => void>
type NotifySitesOptions = {
  origin: Pick<Origin, 'onChange'>
  /** Base URLs. */
  sites: string[]
  /** `WEBHOOK_SECRET` of the sites. */
  secret: string
  log: Log
}

const timeoutMs = 10_000
const firstPauseMs = 1000
const longestPauseMs = 60_000

/** At the start everything may have changed: what an earlier process knew and had not sent is lost with it. */
export function notifySites({ origin, sites, secret, log }: NotifySitesOptions): {
  close: () => Promise<void>
} {
  const outboxes = sites.map((site) => createOutbox(site, secret, log))
  const add = (changes: ContentUpdate['changes']) => {
    for (const outbox of outboxes) outbox.add(changes)
  }
  add('unknown')
  const stopListening = origin.onChange?.(({ changes }) => add(changes))
  return {
    async close() {
      stopListening?.()
      await Promise.all(outboxes.map((outbox) => outbox.close()))
    },
  }
}

/** One request at a time; changes meanwhile are sent together. */
function createOutbox(site: string, secret: string, log: Log) {
  const closing = new AbortController()
  let waiting: ContentUpdate['changes'] = []
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  function start(): void {
    timer = undefined
    sending ??= send().finally(() => {
      sending = undefined
      if (waiting.length > 0 && !closing.signal.aborted) timer = setTimeout(start, pauseMs)
    })
  }

  async function send(): Promise<void> {
    const changes = waiting
    waiting = []
    const problem = await post(site, secret, changes, closing.signal)
    if (problem === undefined) {
      pauseMs = firstPauseMs
      log.info(
        { site, changes: changes === 'unknown' ? changes : changes.length },
        'site notified of changes',
      )
      return
    }
    if (closing.signal.aborted) return
    waiting = joined(changes, waiting)
    // Once in a row of failures.
    if (pauseMs === firstPauseMs)
      log.warn({ site, problem }, 'site not notified of changes, repeated until it is')
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  }

  return {
    add(changes: ContentUpdate['changes']) {
      if (changes.length === 0) return
      waiting = joined(waiting, changes)
      if (!timer && !sending) start()
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await sending
    },
  }
}

function joined(first: ContentUpdate['changes'], second: ContentUpdate['changes']): ContentUpdate['changes'] {
  if (first === 'unknown' || second === 'unknown') return 'unknown'
  const changes: ContentChange[] = [...first, ...second]
  return changes.length > mostChanges ? 'unknown' : changes
}

/** Resolves with what went wrong. */
async function post(
  site: string,
  secret: string,
  changes: ContentUpdate['changes'],
  closing: AbortSignal,
): Promise<string | undefined> {
  try {
    const { statusCode, body } = await request(`${site}/ops/webhook/native`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ changes }),
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]),
    })
    await body.dump()
    return statusCode >= 200 && statusCode < 300 ? undefined : `status ${statusCode}`
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    return String(code ?? message)
  }
}
