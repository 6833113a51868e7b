// Settings of notifications: checks beyond the schema, and their parsed form.
import { domainToASCII } from 'node:url'
import { isPrivate } from '../base/networks.ts'
import type { Settings } from './schema.ts'
import { notificationSettings, type WebhookKind } from './schema-notifications.ts'

export type EmailConfig = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean
  /** STARTTLS is optional for a mail server in the own network, and for one without a password. */
  requireTls: boolean
  auth: { user: string; pass: string } | undefined
  to: string[]
  from: { name: string; address: string }
}

export type WebhookConfig = { url: string; kind: WebhookKind; secret: string }

type Name = keyof typeof notificationSettings
const signedKinds = ['json', 'dingtalk', 'feishu']
const mostAddresses = 20

/** The problem of a variable whose text matches the schema; undefined without one. */
export function notificationProblem(name: string, values: Settings): string | undefined {
  return isName(name) ? checks[name](values[name], values) : undefined
}

function isName(name: string): name is Name {
  return Object.hasOwn(notificationSettings, name)
}

const checks: Record<Name, (value: string, values: Settings) => string | undefined> = {
  SMTP_URL: (value, { NOTIFY_TO }) => {
    if (value === '') return NOTIFY_TO ? 'must be set, because NOTIFY_TO is set' : undefined
    return smtpProblem(value)
  },
  NOTIFY_TO: (value, { SMTP_URL }) => {
    const all = listOf(value)
    if (all.length === 0) return SMTP_URL ? 'must be set, because SMTP_URL is set' : undefined
    if (all.length > mostAddresses) return `must be at most ${mostAddresses} addresses`
    return all.every(emailAddress) ? undefined : 'must be e-mail addresses, separated by commas'
  },
  NOTIFY_FROM: (value, { SMTP_URL }) => {
    if (value === '') return undefined
    if (!SMTP_URL) return 'must not be set without SMTP_URL'
    return senderOf(value) ? undefined : 'must be an e-mail address, or a name and an address: Name <address>'
  },
  NOTIFY_URL: (value) => (value === '' ? undefined : webhookProblem(value)),
  NOTIFY_KIND: (value, { NOTIFY_URL }) =>
    value === 'json' || NOTIFY_URL ? undefined : 'must not be set without NOTIFY_URL',
  NOTIFY_SECRET: (value, { NOTIFY_URL, NOTIFY_KIND }) => {
    if (value === '') return undefined
    if (!NOTIFY_URL) return 'must not be set without NOTIFY_URL'
    return signedKinds.includes(NOTIFY_KIND)
      ? undefined
      : `must not be set where NOTIFY_KIND is ${NOTIFY_KIND}: its requests have no signature`
  },
}

function smtpProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return 'is not a URL'
  const { hostname, pathname, search, hash, username, password } = new URL(value)
  if (hostname === '') return 'must name a host'
  if (pathname.length > 1 || search || hash) return 'must have no path and no query'
  if ((username === '') !== (password === '')) return 'must have both a user and a password, or neither'
  const isDecodable = [username, password].every((part) => decoded(part) !== undefined)
  return isDecodable ? undefined : 'must have a percent-encoded user and password: % is %25'
}

function webhookProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return 'is not a URL'
  const { protocol, hostname, username, password } = new URL(value)
  if (username || password) return 'must not contain a user name or password'
  if (protocol === 'https:' || isPrivateHost(hostname)) return undefined
  return 'must be an https: URL; http: is for loopback and private hosts only'
}

/** An address of a private network, or a name that only exists in one: `hooks`, `n8n.internal`. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (/^[\d.]+$/.test(host) || host.includes(':')) return isPrivate(host)
  return !host.includes('.') || /\.(?:localhost|local|internal)$/.test(host)
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function listOf(value: string): string[] {
  return value
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** The name without characters that end a quoted string or a line. */
function senderOf(value: string): EmailConfig['from'] | undefined {
  const start = value.endsWith('>') ? value.lastIndexOf('<') : 0
  const name = value
    .slice(0, start)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  const address = emailAddress(start > 0 ? value.slice(start + 1, -1) : value.replace(/^<(.*)>$/, '$1'))
  return address && !/["<>\\\p{Cc}]/u.test(name) ? { name: name.trim(), address } : undefined
}

/** Undefined: no notifications by e-mail. */
export function emailConfigOf(values: Settings): EmailConfig | undefined {
  if (values.SMTP_URL === '') return undefined
  const { protocol, hostname, port, username, password } = new URL(values.SMTP_URL)
  const secure = protocol === 'smtps:'
  const user = decoded(username) ?? ''
  const siteHost = new URL(values.SITE_URL).hostname.replace(/^www\./, '')
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTls: !secure && user !== '' && !isPrivateHost(hostname),
    auth: user ? { user, pass: decoded(password) ?? '' } : undefined,
    to: listOf(values.NOTIFY_TO).flatMap((address) => emailAddress(address) ?? []),
    from: senderOf(values.NOTIFY_FROM) ?? {
      name: siteHost,
      address: emailAddress(user) ?? `no-reply@${siteHost}`,
    },
  }
}

/** Undefined: no webhook. */
export function webhookConfigOf(values: Settings): WebhookConfig | undefined {
  if (values.NOTIFY_URL === '') return undefined
  // The schema allows no other kind.
  const kind = values.NOTIFY_KIND as WebhookKind
  return { url: values.NOTIFY_URL, kind, secret: values.NOTIFY_SECRET }
}

/** The address syntax of HTML (`input type=email`), a subset of RFC 5321: no quotes, commas, brackets or spaces. */
const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const mailDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const longestAddress = 254

/** The address as it can be written into a header field and an SMTP command, with an ASCII domain; undefined for anything else. */
export function emailAddress(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  const [local, host] = [plain.slice(0, at), domainToASCII(plain.slice(at + 1))]
  const isValid = at > 0 && localPart.test(local) && mailDomain.test(host)
  return isValid && local.length + host.length < longestAddress ? `${local}@${host}` : undefined
}
