// A real mail server for a test: it stores what it receives, and fails on demand.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'

export type Mail = {
  from: string
  to: string[]
  /** The bytes as received. */
  raw: string
  /** Unfolded fields by lower-case name, encoded words decoded. */
  fields: Map<string, string[]>
  text: string
}

export type MailServer = Awaited<ReturnType<typeof createMailServer>>

/** STARTTLS is only offered with `options`, because its certificate is signed by nobody. */
export async function createMailServer(t: Test, options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  /** Status codes by command; 0: the message is accepted. */
  const fail = { rcpt: (_address: string) => 0, data: 0 }
  // A port that no server of another test gets while this one is closed.
  const port = await freePort()
  let server: SMTPServer | undefined

  const start = async () => {
    const created = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => done(errorOf(fail.rcpt(address))),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (fail.data) return done(errorOf(fail.data))
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          const to = envelope.rcptTo.map(({ address }) => address)
          mails.push({ from, to, ...parseMail(Buffer.concat(chunks).toString('latin1')) })
          done()
        })
      },
      ...options,
    })
    // Connections that a client breaks.
    created.on('error', () => {})
    await new Promise<void>((resolve) => created.listen(port, '127.0.0.1', resolve))
    server = created
  }
  const close = async () => {
    const open = server
    server = undefined
    if (open) await new Promise<void>((resolve) => open.close(() => resolve()))
  }
  await start()
  t.teardown(close)
  // On the same port.
  return { url: `smtp://127.0.0.1:${port}`, mails, fail, close, restart: start }
}

function errorOf(responseCode: number): (Error & { responseCode: number }) | null {
  return responseCode ? Object.assign(new Error('no'), { responseCode }) : null
}

/** Enough of RFC 5322 and MIME for the mails of this project. */
function parseMail(raw: string): Pick<Mail, 'raw' | 'fields' | 'text'> {
  const whole = splitPart(raw)
  return { raw, fields: whole.fields, text: decoded(whole) }
}

type Part = { fields: Map<string, string[]>; body: string }

function splitPart(text: string): Part {
  const end = text.indexOf('\r\n\r\n')
  const fields = new Map<string, string[]>()
  for (const line of text
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([!-9;-~]+):\s?(.*)$/.exec(line) ?? []
    fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), decodedWords(value)])
  }
  return { fields, body: text.slice(end + 4) }
}

function decodedWords(value: string): string {
  return value
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : bytesOf(text.replaceAll('_', ' ')),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString())
}

function decoded(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.fields.get('content-transfer-encoding')?.[0]
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString()
  const body = encoding === 'quoted-printable' ? bytesOf(part.body.replace(/=\r\n/g, '')) : part.body
  return Buffer.from(body, 'latin1').toString()
}

function bytesOf(quoted: string): string {
  return quoted.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
