// Configuration schema: notifications of new form messages by e-mail and webhook.
import Type from 'typebox'

const webhookKinds = ['json', 'wecom', 'dingtalk', 'feishu', 'slack'] as const
export type WebhookKind = (typeof webhookKinds)[number]

export const notificationSettings = {
  SMTP_URL: Type.String({
    default: '',
    pattern: '^smtps?://\\S+$|^$',
    expected: 'a URL like smtp://user:password@mail.example.com:587',
    description: 'Mail server: `smtps:` (port 465), or `smtp:` (587) with STARTTLS',
    secret: true,
  }),
  NOTIFY_TO: Type.String({
    default: '',
    description: 'E-mail addresses for new messages, separated by commas',
  }),
  NOTIFY_FROM: Type.String({
    default: '',
    description: 'Sender; default: the user of `SMTP_URL`, or no-reply at the host of `SITE_URL`',
  }),
  NOTIFY_URL: Type.String({
    default: '',
    pattern: '^https?://\\S+$|^$',
    expected: 'a URL like https://hooks.example.com/site',
    description: 'Webhook for new messages; `http:` only for a private host',
    secret: true,
  }),
  NOTIFY_KIND: Type.String({
    default: 'json',
    pattern: `^(${webhookKinds.join('|')})$`,
    description: `Format of the webhook: ${webhookKinds.slice(0, -1).join(', ')} or ${webhookKinds.at(-1)}`,
  }),
  NOTIFY_SECRET: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    expected: 'at least 16 characters without spaces',
    description: 'Secret that signs json, dingtalk and feishu webhooks, at least 16 characters',
    secret: true,
  }),
}
