// E-mail channel: a notice as plain text and HTML, handed to a mail server.
import type { FastifyBaseLogger } from 'fastify'
import { escapeXml } from '../../shared/escape-html.ts'
import type { EmailConfig } from '../config/notifications.ts'
import type { Message, Outcome } from './message.ts'
import { type Notice, plainText } from './notice.ts'
import { failed } from './upstream.ts'
import { attemptMs, type Channel } from './worker.ts'

type WriteNotice = (message: Message) => Notice

/** nodemailer is loaded by servers with e-mail only. */
export async function createEmailChannel(
  { host, port, secure, requireTls: requireTLS, auth, to, from }: EmailConfig,
  noticeOf: WriteNotice,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Channel> {
  const { createTransport } = await import('nodemailer')
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const timeouts = { connectionTimeout: attemptMs, greetingTimeout: attemptMs, socketTimeout: attemptMs }
  const server = { host, port, secure, requireTLS, ...(auth && { auth }), name: domain, ...timeouts }
  const transport = createTransport(server, {
    from,
    // Objects, because nodemailer parses texts as lists of addresses.
    to: to.map((address) => ({ name: '', address })),
    // RFC 3834 §5: no automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    name: 'email',
    async send({ message }) {
      const notice = noticeOf(message)
      const { id, title, replyTo } = notice
      const hints = replyTo ? [notice.text('notice.reply')] : []
      try {
        const sent = await transport.sendMail({
          ...(replyTo && { replyTo: [{ name: '', address: replyTo }] }),
          subject: title,
          // The same for every attempt: mail systems recognise a repetition by it.
          messageId: `<${id}@${domain}>`,
          text: `${[title, plainText(notice), ...hints].join('\n\n')}\n`,
          html: htmlOf(notice, hints),
          signal: AbortSignal.timeout(attemptMs),
        })
        const rejected = sent.rejected.map((address) => to.indexOf(String(address)) + 1)
        // The other addresses have the message: a repetition would reach them twice.
        if (rejected.length > 0)
          log.error({ channel: 'email', rejected, of: to.length }, 'addresses of NOTIFY_TO rejected')
        return { kind: 'delivered' }
      } catch (error) {
        return outcomeOf(error as MailError, `${host}:${port}`)
      }
    },
  }
}

function htmlOf({ locale, title, rows }: Notice, hints: string[]): string {
  const style = 'padding:4px 12px 4px 0;text-align:left;vertical-align:top'
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><th style="${style}">${escapeXml(label)}</th>` +
      `<td style="${style};white-space:pre-wrap">${escapeXml(value)}</td></tr>`,
  )
  const below = hints.map((hint) => `<p>${escapeXml(hint)}</p>`)
  return (
    `<!doctype html><html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><title>${escapeXml(title)}</title></head>` +
    `<body><table style="border-collapse:collapse">${cells.join('\n')}</table>${below.join('')}</body></html>`
  )
}

/** What nodemailer adds to an error. `originalCode`: of the socket or of TLS, such as CERT_HAS_EXPIRED. */
type MailError = { code?: string; originalCode?: string; responseCode?: number }

/** The text of a reply is not logged: it may repeat parts of the message. */
function outcomeOf({ code = 'unknown', originalCode, responseCode }: MailError, server: string): Outcome {
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  // RFC 5321 §4.2.1: 5yz is permanent. Without a reply: larger than the size that the server announced.
  const isPermanent = responseCode === undefined ? code === 'EMESSAGE' : responseCode >= 500
  if (isAboutMessage && isPermanent) return { kind: 'refused', reason: String(responseCode ?? 552) }
  // Certificates and credentials are put right by the operator; then all that waits is sent.
  return failed([code, originalCode, responseCode, 'from', server].filter(Boolean).join(' '))
}
