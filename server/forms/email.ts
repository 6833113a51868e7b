// E-mail channel: a notice as plain text, handed to a mail server.
import type { FastifyBaseLogger } from 'fastify'
import { emailAddress, type MailServer } from '../config/notifications.ts'
import type { Config } from '../config/schema.ts'
import type { Message, Outcome } from './message.ts'
import type { Notice } from './notice.ts'
import { failed } from './upstream.ts'
import { attemptMs, type Channel } from './worker.ts'

/** nodemailer is loaded by servers with e-mail only. */
export async function createEmailChannel(
  { host, port, secure, requireTLS, auth }: MailServer,
  { notifyTo: to, notifyFrom, siteUrl }: Config,
  noticeOf: (message: Message) => Notice,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Channel> {
  const { createTransport } = await import('nodemailer')
  const site = new URL(siteUrl).hostname.replace(/^www\./, '')
  const address = emailAddress(auth?.user ?? '') ?? `no-reply@${site}`
  const from = notifyFrom ?? { name: site, address }
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
      const { id, title, body, replyTo } = noticeOf(message)
      try {
        const sent = await transport.sendMail({
          ...(replyTo && { replyTo: [{ name: '', address: replyTo }] }),
          subject: title,
          // The id is the same at every attempt: mail systems recognise a repetition by it.
          messageId: `<${id}@${domain}>`,
          text: `${title}\n\n${body}\n`,
          signal: AbortSignal.timeout(attemptMs),
        })
        const rejected = sent.rejected.map((address) => to.indexOf(String(address)) + 1)
        // The other addresses have the message: a repetition would reach them twice.
        if (rejected.length > 0)
          log.error({ channel: 'email', rejected, of: to.length }, 'addresses of NOTIFY_TO rejected')
        return { state: 'delivered', error: '' }
      } catch (error) {
        return outcomeOf(error as MailError, `${host}:${port}`)
      }
    },
  }
}

/** What nodemailer adds to an error. `originalCode`: of the socket or of TLS, such as CERT_HAS_EXPIRED. */
type MailError = { code?: string; originalCode?: string; responseCode?: number }

/** The text of a reply is not logged: it may repeat parts of the message. */
function outcomeOf({ code = 'unknown', originalCode, responseCode }: MailError, server: string): Outcome {
  // RFC 5321 §4.2.1: 5yz is permanent.
  if (['EENVELOPE', 'EMESSAGE'].includes(code) && Number(responseCode) >= 500)
    return { state: 'refused', error: `${responseCode}` }
  // Certificates and credentials are put right by the operator; then all that waits is sent.
  return failed([code, originalCode, responseCode, 'from', server].filter(Boolean).join(' '))
}
