// Configuration schema: notifications of new form messages by e-mail and webhook.
import Type from 'typebox'

const webhookKinds = ['json', 'wecom', 'dingtalk', 'feishu', 'slack'] as const
export type WebhookKind = (typeof webhookKinds)[number]

export const notificationSettings = {
  SMTP_URL: Type.String({
    default: '',
    pattern: '^smtps?://\\S+$|^$',
    expected: 'a URL like smtp://user:password@mail.example.com:587',
    description:
      'Mail server for notifications of new messages: `smtps:` (port 465), or `smtp:` (port 587) with STARTTLS; requires `NOTIFY_TO`',
    zh: '发送新留言通知的邮件服务器：`smtps:`（端口 465），或使用 STARTTLS 的 `smtp:`（端口 587）；须同时设置 `NOTIFY_TO`',
    secret: true,
  }),
  NOTIFY_TO: Type.String({
    default: '',
    description: 'E-mail addresses that are notified of new messages, separated by commas',
    zh: '接收新留言通知的邮箱地址，用逗号分隔',
  }),
  NOTIFY_FROM: Type.String({
    default: '',
    description:
      'Sender of the notifications, `Name <address>` or an address; default: the user of `SMTP_URL`, or no-reply at the host of `SITE_URL`',
    zh: '通知邮件的发件人，写作 `Name <address>` 或只写地址；默认用 `SMTP_URL` 中的用户，或 `SITE_URL` 主机名下的 no-reply',
  }),
  NOTIFY_URL: Type.String({
    default: '',
    pattern: '^https?://\\S+$|^$',
    expected: 'a URL like https://hooks.example.com/site',
    description: 'Webhook that is called for each new message; `http:` only for a loopback or private host',
    zh: '每条新留言都会调用的 webhook；只有本机或内网主机可以用 `http:`',
    secret: true,
  }),
  NOTIFY_KIND: Type.String({
    default: 'json',
    pattern: `^(${webhookKinds.join('|')})$`,
    description: `Format of the webhook: ${webhookKinds.slice(0, -1).join(', ')} or ${webhookKinds.at(-1)}`,
    zh: `webhook 的格式：${webhookKinds.slice(0, -1).join('、')} 或 ${webhookKinds.at(-1)}`,
  }),
  NOTIFY_SECRET: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    expected: 'at least 16 characters without spaces',
    description:
      'Secret of the signature of json, dingtalk and feishu webhooks, at least 16 characters; empty: not signed',
    zh: 'json、dingtalk、feishu 格式的签名密钥，至少 16 个字符；留空则不签名',
    secret: true,
  }),
}
