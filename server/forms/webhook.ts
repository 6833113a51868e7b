// Webhook channel: a notice as a POST request by the template of the receiver.
import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { readBodyUpTo } from '../base/read-body.ts'
import type { WebhookConfig } from '../config/notifications.ts'
import type { WebhookKind } from '../config/schema-notifications.ts'
import { fieldsIn, type Message, type Outcome, recordIn, referenceOf } from './message.ts'
import { type Notice, plainText } from './notice.ts'
import { failed, isTemporary, pauseOf } from './upstream.ts'
import { attemptMs, type Channel } from './worker.ts'

/** `secret`: empty: not signed. `time`: milliseconds since 1970. */
type Input = { notice: Notice; message: Message; secret: string; time: number }
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
    query: ({ secret, time }): Fields =>
      secret ? { timestamp: String(time), sign: hmac(secret, `${time}\n${secret}`) } : {},
    errorIn: ({ errcode }) => errcode ?? 'no errcode',
  },
  // open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: `text` of a `post` has no markup.
  feishu: { body: feishuBody, errorIn: ({ code, StatusCode }) => code ?? StatusCode ?? 'no code' },
  // api.slack.com/messaging/webhooks: mentions and links start with `<`.
  slack: {
    body: ({ notice }) => ({
      text: chatText(notice, limits.others).replace(/[&<>]/g, (sign) => `&${slackNames[sign]};`),
      ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false },
    }),
  },
}

const responseLimitBytes = 65_536

export function createWebhookChannel(
  { url, kind, secret }: WebhookConfig,
  noticeOf: (message: Message) => Notice,
  now: () => number,
): Channel {
  const template = templates[kind]

  const post = async (message: Message): Promise<Outcome> => {
    const input = { notice: noticeOf(message), message, secret, time: now() }
    const body = JSON.stringify(template.body(input))
    const target = new URL(url)
    for (const [name, value] of Object.entries(template.query?.(input) ?? {}))
      target.searchParams.set(name, value)
    // Redirects are not followed: the message is for the configured host only.
    const response = await request(target, {
      method: 'POST',
      headers: {
        'accept-encoding': 'identity',
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': input.notice.id,
        'user-agent': 'site-notify',
        ...template.headers?.(input, body),
      },
      body,
      signal: AbortSignal.timeout(attemptMs),
    })
    const { statusCode: status, headers } = response
    const text = String((await readBodyUpTo(response.body, responseLimitBytes, attemptMs)) ?? '')
    if (status >= 300 && status < 500 && !isTemporary(status))
      return { kind: 'refused', reason: String(status) }
    const pauseMs = pauseOf(headers['retry-after'])
    if (status >= 300) return failed(String(status), pauseMs)
    // Most errors of bots are limits and settings, so that a later attempt may succeed.
    const error = template.errorIn?.(recordIn(text))
    return error ? failed(`${status}, error ${String(error).slice(0, 20)}`, pauseMs) : { kind: 'delivered' }
  }

  return {
    name: 'webhook',
    send: ({ message }) =>
      post(message).catch((error: unknown) => failed(`${codeOf(error)} from ${new URL(url).host}`)),
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
function jsonHeaders({ notice: { id }, secret, time }: Input, body: string): Fields {
  const timestamp = String(Math.floor(time / 1000))
  const about = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (!secret) return about
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  return { ...about, 'webhook-signature': `v1,${hmac(key, `${id}.${timestamp}.${body}`)}` }
}

function hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

/** Signed with a key of time and secret over an empty text. */
function feishuBody({ notice, secret, time }: Input) {
  const timestamp = String(Math.floor(time / 1000))
  const lines = withinBytes(plainText(notice), limits.others, notice).split('\n')
  const post = { title: notice.title, content: lines.map((text) => [{ tag: 'text', text }]) }
  return {
    ...(secret && { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }),
    msg_type: 'post',
    content: { post: { zh_cn: post } },
  }
}

function chatText(notice: Notice, limitBytes: number): string {
  return withinBytes(`${notice.title}\n\n${plainText(notice)}`, limitBytes, notice)
}

/** Cut between two characters, with a note at the end. */
function withinBytes(text: string, limit: number, notice: Notice): string {
  const bytes = Buffer.from(text.toWellFormed())
  if (bytes.length <= limit) return text
  const end = `…\n${notice.text('notice.shortened')}`
  const start = bytes.subarray(0, limit - Buffer.byteLength(end)).toString()
  // A character that was cut in the middle is decoded as U+FFFD.
  return `${start.replace(/\ufffd$/, '')}${end}`
}

/** The code of a failed connection, such as ECONNREFUSED or CERT_HAS_EXPIRED; a message may contain the URL, which is a secret. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
