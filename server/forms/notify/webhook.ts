// Webhook channel: a notice as a POST request in the format of the receiver.
import { Pool } from 'undici'
import { recordIn } from '../../base/json.ts'
import { readBodyUpTo } from '../../base/read-body.ts'
import type { WebhookConfig } from '../../config/notifications.ts'
import { isTemporary, pauseOf } from '../delivery.ts'
import type { Outcome, Submission } from '../submission.ts'
import { attemptMs, type Channel } from './channel.ts'
import type { WriteNotice } from './notice.ts'
import { webhookFormats } from './webhook-formats.ts'

type WebhookChannelOptions = {
  config: WebhookConfig
  notice: WriteNotice
  /** Milliseconds since 1970. */
  now: () => number
}

const connections = 4
const responseLimitBytes = 65_536

export function createWebhookChannel({ config, notice: noticeOf, now }: WebhookChannelOptions): Channel {
  const { kind, secret } = config
  const { origin, host, pathname, searchParams } = new URL(config.url)
  const { request, errorIn } = webhookFormats[kind]
  const pool = new Pool(origin, { connections, connect: { timeout: attemptMs / 2 } })

  const post = async (submission: Submission): Promise<Outcome> => {
    const notice = noticeOf(submission)
    const { body, query = {}, sign } = request({ notice, submission, secret, now: now() })
    const text = JSON.stringify(body)
    const response = await pool.request({
      method: 'POST',
      path: pathWith(pathname, searchParams, query),
      headers: {
        'accept-encoding': 'identity',
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': notice.id,
        'user-agent': 'site-notify',
        ...sign?.(text),
      },
      body: text,
      // Redirects are not followed: the message is for the configured host only.
      signal: AbortSignal.timeout(attemptMs),
    })
    const { statusCode: status, headers } = response
    const answer = String((await readBodyUpTo(response.body, responseLimitBytes, attemptMs)) ?? '')
    return outcomeOf(status, pauseOf(headers['retry-after']), () => errorIn(recordIn(answer)))
  }

  return {
    name: 'webhook',
    send: ({ submission }) =>
      post(submission).catch((error: unknown) => failed(`${codeOf(error)} from ${host}`)),
    close: () => pool.destroy(),
  }
}

function pathWith(pathname: string, own: URLSearchParams, added: Record<string, string>): string {
  const query = new URLSearchParams([...own, ...Object.entries(added)]).toString()
  return query ? `${pathname}?${query}` : pathname
}

function outcomeOf(status: number, pauseMs: number | undefined, errorIn: () => unknown): Outcome {
  if (status >= 300 && status < 500 && !isTemporary(status))
    return { kind: 'refused', response: { status, body: '' } }
  if (status >= 300) return failed(String(status), pauseMs)
  // Most errors of bots are limits and settings, so that a later attempt may succeed.
  const error = errorIn()
  if (error) return failed(`${status}, error ${String(error).slice(0, 20)}`, pauseMs)
  return { kind: 'delivered', response: { status, body: '' } }
}

function failed(reason: string, pauseMs?: number): Outcome {
  return { kind: 'failed', reason, ...(pauseMs !== undefined && { pauseMs }) }
}

/** The code of a failed connection, such as ECONNREFUSED or CERT_HAS_EXPIRED; a message may contain the URL, which is a secret. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
