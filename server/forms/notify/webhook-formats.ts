// Webhook formats: the request of each kind, its signature, and whether the body of a 200 response is a success.
import { createHmac } from 'node:crypto'
import type { WebhookKind } from '../../config/schema-notifications.ts'
import { referenceOf } from '../reference.ts'
import { fieldsIn, type Submission } from '../submission.ts'
import { type Notice, plainText, textOf } from './notice.ts'

type Input = {
  notice: Notice
  submission: Submission
  /** Empty: not signed. */
  secret: string
  /** Milliseconds since 1970. */
  now: number
}

type WebhookRequest = {
  body: unknown
  /** Added to the URL. */
  query?: Record<string, string>
  /** Fields that sign the serialised body. */
  sign?: (body: string) => Record<string, string>
}

type Format = {
  request: (input: Input) => WebhookRequest
  /** Code of an error in the body of a 200 response; 0 or undefined: success. */
  errorIn: (body: Record<string, unknown>) => unknown
}

/** Bytes of UTF-8; the services reject longer texts. */
const limits = { wecom: 2000, others: 15_000 }

export const webhookFormats: Record<WebhookKind, Format> = {
  json: { request: jsonRequest, errorIn: () => undefined },
  // developer.work.weixin.qq.com/document/path/91770: `text` has no markup.
  wecom: {
    request: ({ notice }) => ({
      body: { msgtype: 'text', text: { content: chatText(notice, limits.wecom) } },
    }),
    errorIn: ({ errcode }) => errcode ?? 'no errcode',
  },
  // open.dingtalk.com/document/robots/custom-robot-access: `text` has no markup.
  dingtalk: {
    request: ({ notice, secret, now }) => ({
      body: { msgtype: 'text', text: { content: chatText(notice, limits.others) }, at: { isAtAll: false } },
      ...(secret && {
        query: { timestamp: String(now), sign: hmac(secret, `${now}\n${secret}`) },
      }),
    }),
    errorIn: ({ errcode }) => errcode ?? 'no errcode',
  },
  // open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: `text` of a `post` has no markup.
  feishu: {
    request: ({ notice, secret, now }) => ({
      body: {
        ...(secret && feishuSignature(secret, Math.floor(now / 1000))),
        msg_type: 'post',
        content: { post: { zh_cn: feishuPost(notice) } },
      },
    }),
    errorIn: ({ code, StatusCode }) => code ?? StatusCode ?? 'no code',
  },
  // api.slack.com/messaging/webhooks
  slack: {
    request: ({ notice }) => ({
      body: {
        text: slackEscaped(chatText(notice, limits.others)),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
      },
    }),
    errorIn: () => undefined,
  },
}

/** Header fields of Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over id, time in seconds and body. */
function jsonRequest({ notice, submission, secret, now }: Input): WebhookRequest {
  const { id, locale, title, rows, replyTo } = notice
  const { key, flags, receivedAt } = submission
  const timestamp = String(Math.floor(now / 1000))
  const signature = (body: string) =>
    secret ? { 'webhook-signature': `v1,${hmac(webhookKey(secret), `${id}.${timestamp}.${body}`)}` } : {}
  const message = {
    key,
    reference: referenceOf(key),
    title,
    language: locale,
    received_at: new Date(receivedAt).toISOString(),
    spam_flags: flags,
    reply_to: replyTo ?? null,
    fields: fieldsIn(submission.body),
    labels: Object.fromEntries(rows.map(({ name, label }) => [name, label])),
  }
  return {
    body: { type: 'form.message', id, message },
    sign: (body) => ({ 'webhook-id': id, 'webhook-timestamp': timestamp, ...signature(body) }),
  }
}

/** A secret of Standard Webhooks is base64 after its prefix. */
function webhookKey(secret: string): string | Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
}

function hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

/** The key is time and secret, the signed text is empty. */
function feishuSignature(secret: string, seconds: number): { timestamp: string; sign: string } {
  return { timestamp: String(seconds), sign: hmac(`${seconds}\n${secret}`, '') }
}

function feishuPost(notice: Notice) {
  const lines = withinBytes(plainText(notice), limits.others, textOf('shortened', notice.languages)).split(
    '\n',
  )
  return { title: notice.title, content: lines.map((text) => [{ tag: 'text', text }]) }
}

function chatText(notice: Notice, limitBytes: number): string {
  const text = `${notice.title}\n\n${plainText(notice)}`
  return withinBytes(text, limitBytes, textOf('shortened', notice.languages))
}

/** Mentions and links of Slack start with `<`. */
function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Cut between two characters, with a note at the end. */
function withinBytes(text: string, limit: number, note: string): string {
  const bytes = Buffer.from(text.toWellFormed())
  if (bytes.length <= limit) return text
  const end = `…\n${note}`
  const room = limit - Buffer.byteLength(end)
  const start = bytes.subarray(0, room).toString()
  // A character that was cut in the middle is decoded as U+FFFD.
  return `${start.replace(/\ufffd$/, '')}${end}`
}
