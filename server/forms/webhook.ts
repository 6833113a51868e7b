// Webhook channel: a notice as a POST request in the format of the receiver.
import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { retryStatuses } from '../../shared/constants.ts'
import { readBodyUpTo } from '../base/read-body.ts'
import type { Config } from '../config/schema.ts'
import { fieldsIn, type Message, type Outcome, readFlags, recordIn } from './message.ts'
import type { Notice } from './notice.ts'
import { failed, pauseOf } from './upstream.ts'
import { attemptMs, type Channel } from './worker.ts'

type Fields = Record<string, string>
type Kind = Config['notifyKind']

const bodies: Record<Exclude<Kind, 'json'>, (text: string) => object> = {
  // developer.work.weixin.qq.com/document/path/91770
  wecom: (content) => ({ msgtype: 'text', text: { content } }),
  // open.dingtalk.com/document/robots/custom-robot-access
  dingtalk: (content) => ({ msgtype: 'text', text: { content } }),
  // open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
  feishu: (text) => ({ msg_type: 'text', content: { text } }),
  // api.slack.com/messaging/webhooks
  slack: (text) => ({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false }),
}
/** Bytes of UTF-8; the services reject longer texts. */
const limitOf = (kind: Kind) => (kind === 'wecom' ? 2000 : 15_000)
/** Services that respond with 200 and the code of an error in the body; 0: success. */
const codeKinds: readonly Kind[] = ['wecom', 'dingtalk', 'feishu']

const responseLimitBytes = 65_536

export function createWebhookChannel(
  { notifyUrl: url, notifyKind: kind, notifySecret: secret }: Config,
  noticeOf: (message: Message) => Notice,
  now: () => number,
): Channel {
  const post = async (message: Message): Promise<Outcome> => {
    const [notice, time, target] = [noticeOf(message), now(), new URL(url)]
    const signature = secret ? signatureOf(kind, secret, time) : {}
    const content =
      kind === 'json' ? jsonBody(notice, message) : bodies[kind](chatText(notice, limitOf(kind)))
    const body = JSON.stringify(kind === 'feishu' ? { ...signature, ...content } : content)
    if (kind === 'dingtalk')
      for (const [name, value] of Object.entries(signature)) target.searchParams.set(name, value)
    // Redirects are not followed: the message is for the configured host only.
    const response = await request(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': notice.id,
        'user-agent': 'site-notify',
        ...(kind === 'json' && jsonHeaders(notice.id, secret, time, body)),
      },
      body,
      signal: AbortSignal.timeout(attemptMs),
    })
    const { statusCode: status, headers } = response
    const text = String((await readBodyUpTo(response.body, responseLimitBytes, attemptMs)) ?? '')
    if (status >= 300 && status < 500 && !retryStatuses.includes(status))
      return { state: 'refused', error: String(status) }
    const pauseMs = pauseOf(headers['retry-after'])
    if (status >= 300) return failed(String(status), pauseMs)
    const { errcode, code, StatusCode } = recordIn(text)
    const error = codeKinds.includes(kind) ? (errcode ?? code ?? StatusCode ?? 'no code') : 0
    // Most errors of bots are limits and settings, so that a later attempt may succeed.
    return error
      ? failed(`${status}, error ${String(error).slice(0, 20)}`, pauseMs)
      : { state: 'delivered', error: '' }
  }

  return {
    name: 'webhook',
    send: ({ message }) =>
      post(message).catch((error: unknown) => failed(`${errorCode(error)} from ${new URL(url).host}`)),
  }
}

function jsonBody({ id, title, labels, replyTo }: Notice, message: Message) {
  const { key, reference, locale, flags, received, fields } = message
  return {
    type: 'form.message',
    id,
    message: {
      key,
      reference,
      title,
      language: locale,
      received_at: new Date(received).toISOString(),
      spam_flags: readFlags(flags),
      reply_to: replyTo ?? null,
      fields: fieldsIn(fields),
      labels,
    },
  }
}

/** Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over id, time in seconds and body; a secret is base64 after its prefix. */
function jsonHeaders(id: string, secret: string, time: number, body: string): Fields {
  const timestamp = String(Math.floor(time / 1000))
  const about = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (!secret) return about
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  return { ...about, 'webhook-signature': `v1,${hmac(key, `${id}.${timestamp}.${body}`)}` }
}

/** Of DingTalk: of milliseconds and secret with the secret. Of Feishu: of an empty text with seconds and secret. */
function signatureOf(kind: Kind, secret: string, time: number): Fields {
  if (kind === 'dingtalk') return { timestamp: String(time), sign: hmac(secret, `${time}\n${secret}`) }
  const timestamp = String(Math.floor(time / 1000))
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
}

function hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

/** Cut between two characters. `<` and `>` would start tags of Feishu, links and mentions of Slack. */
function chatText({ title, body }: Notice, limit: number): string {
  const whole = `${title}\n\n${body}`.replaceAll('<', '＜').replaceAll('>', '＞')
  const bytes = Buffer.from(whole.toWellFormed())
  if (bytes.length <= limit) return whole
  // A character that was cut in the middle is decoded as U+FFFD.
  const cut = bytes.subarray(0, limit).toString()
  return `${cut.replace(/\ufffd$/, '')}…`
}

/** The code of a failed connection, such as ECONNREFUSED or CERT_HAS_EXPIRED; a message may contain the URL, which is a secret. */
function errorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
