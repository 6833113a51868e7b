// Webhook channel: a notice as a POST request by the template of the receiver.
import { createHmac } from 'node:crypto'
import { Pool } from 'undici'
import { readBodyUpTo } from '../base/read-body.ts'
import type { WebhookConfig } from '../config/notifications.ts'
import type { WebhookKind } from '../config/schema-notifications.ts'
import { fieldsIn, type Message, type Outcome, recordIn, referenceOf } from './message.ts'
import { type Notice, plainText, type WriteNotice } from './notice.ts'
import { failed, isTemporary, pauseOf } from './upstream.ts'
import { attemptMs, type Channel } from './worker.ts'

/** `secret`: empty: not signed. `now`: milliseconds since 1970. */
type Input = { notice: Notice; message: Message; secret: string; now: number }
type Fields = Record<string, string>

type Template = {
  body: (input: Input) => object
  /** Added to the URL. */
  query?: (input: Input) => Fields
  headers?: (input: Input, body: string) => Fields
  /** Code of an error in the body of a 200 response; 0 or undefined: success. */
  errorIn?: (body: Record<string, unknown>) => unknown
}

/** Bytes of UTF-8; the services reject longer texts. */
const limits = { wecom: 2000, others: 15_000 }

const slackNames: Fields = { '&': 'amp', '<': 'lt', '>': 'gt' }

const templates: Record<WebhookKind, Template> = {
  json: { body: jsonBody, headers: jsonHeaders },
  // developer.work.weixin.qq.com/document/path/91770: `text` has no markup.
  wecom: {
    body: ({ notice }) => ({ msgtype: 'text', text: { content: chatText(notice, limits.wecom) } }),
    errorIn: ({ errcode }) => errcode ?? 'no errcode',
  },
  // open.dingtalk.com/document/robots/custom-robot-access: `text` has no markup.
  dingtalk: {
    body: ({ notice }) => {
      return { msgtype: 'text', text: { content: chatText(notice, limits.others) }, at: { isAtAll: false } }
    },
    query: ({ secret, now }): Fields =>
      secret ? { timestamp: String(now), sign: hmac(secret, `${now}\n${secret}`) } : {},
    errorIn: ({ errcode }) => errcode ?? 'no errcode',
  },
  // open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: `text` of a `post` has no markup.
  feishu: {
    body: ({ notice, secret, now }) => ({
      ...(secret && feishuSignature(secret, String(Math.floor(now / 1000)))),
      msg_type: 'post',
      content: { post: { zh_cn: feishuPost(notice) } },
    }),
    errorIn: ({ code, StatusCode }) => code ?? StatusCode ?? 'no code',
  },
  // api.slack.com/messaging/webhooks: mentions and links start with `<`.
  slack: {
    body: ({ notice }) => ({
      text: chatText(notice, limits.others).replace(/[&<>]/g, (sign) => `&${slackNames[sign]};`),
      ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false },
    }),
  },
}

const connections = 4
const responseLimitBytes = 65_536

export function createWebhookChannel(
  config: WebhookConfig,
  noticeOf: WriteNotice,
  now: () => number,
): Channel {
  const { kind, secret } = config
  const { origin, host, pathname, searchParams } = new URL(config.url)
  const { body: bodyOf, query, headers: headersOf, errorIn } = templates[kind]
  const pool = new Pool(origin, { connections, connect: { timeout: attemptMs / 2 } })

  const post = async (message: Message): Promise<Outcome> => {
    const input = { notice: noticeOf(message), message, secret, now: now() }
    const body = JSON.stringify(bodyOf(input))
    const search = new URLSearchParams([...searchParams, ...Object.entries(query?.(input) ?? {})]).toString()
    const response = await pool.request({
      method: 'POST',
      path: search ? `${pathname}?${search}` : pathname,
      headers: {
        'accept-encoding': 'identity',
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': input.notice.id,
        'user-agent': 'site-notify',
        ...headersOf?.(input, body),
      },
      body,
      // Redirects are not followed: the message is for the configured host only.
      signal: AbortSignal.timeout(attemptMs),
    })
    const { statusCode: status, headers } = response
    const text = String((await readBodyUpTo(response.body, responseLimitBytes, attemptMs)) ?? '')
    if (status >= 300 && status < 500 && !isTemporary(status))
      return { kind: 'refused', reason: String(status) }
    const pauseMs = pauseOf(headers['retry-after'])
    if (status >= 300) return failed(String(status), pauseMs)
    // Most errors of bots are limits and settings, so that a later attempt may succeed.
    const error = errorIn?.(recordIn(text))
    if (error) return failed(`${status}, error ${String(error).slice(0, 20)}`, pauseMs)
    return { kind: 'delivered', response: { status, body: '' } }
  }

  return {
    name: 'webhook',
    send: ({ message }) => post(message).catch((error: unknown) => failed(`${codeOf(error)} from ${host}`)),
    close: () => pool.destroy(),
  }
}

function jsonBody({ notice: { id, locale, title, rows, replyTo }, message }: Input) {
  const { key, flags, received, fields } = message
  return {
    type: 'form.message',
    id,
    message: {
      key,
      reference: referenceOf(key),
      title,
      language: locale,
      received_at: new Date(received).toISOString(),
      spam_flags: flags,
      reply_to: replyTo ?? null,
      fields: fieldsIn(fields),
      labels: Object.fromEntries(rows.map(({ name, label }) => [name, label])),
    },
  }
}

/** Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over id, time in seconds and body; a secret is base64 after its prefix. */
function jsonHeaders({ notice: { id }, secret, now }: Input, body: string): Fields {
  const timestamp = String(Math.floor(now / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const signature = `v1,${hmac(key, `${id}.${timestamp}.${body}`)}`
  const about = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  return secret ? { ...about, 'webhook-signature': signature } : about
}

function hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

/** The key is time and secret, the signed text is empty. */
function feishuSignature(secret: string, timestamp: string): Fields {
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
}

function feishuPost(notice: Notice) {
  const lines = withinBytes(plainText(notice), limits.others, notice.text('notice.shortened')).split('\n')
  return { title: notice.title, content: lines.map((text) => [{ tag: 'text', text }]) }
}

function chatText(notice: Notice, limitBytes: number): string {
  return withinBytes(`${notice.title}\n\n${plainText(notice)}`, limitBytes, notice.text('notice.shortened'))
}

/** Cut between two characters, with a note at the end. */
function withinBytes(text: string, limit: number, note: string): string {
  const bytes = Buffer.from(text.toWellFormed())
  if (bytes.length <= limit) return text
  const end = `…\n${note}`
  const start = bytes.subarray(0, limit - Buffer.byteLength(end)).toString()
  // A character that was cut in the middle is decoded as U+FFFD.
  return `${start.replace(/\ufffd$/, '')}${end}`
}

/** The code of a failed connection, such as ECONNREFUSED or CERT_HAS_EXPIRED; a message may contain the URL, which is a secret. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
