// Readers of the settings of notifications: mail server, webhook, and e-mail addresses.
import { domainToASCII } from 'node:url'
import { isPrivate } from '../base/networks.ts'
import { parseUrl } from './kinds.ts'

export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean
  /** STARTTLS is optional for a mail server in the own network, and for one without a password. */
  requireTLS: boolean
  auth: { user: string; pass: string } | undefined
}

/** Undefined: no notifications by e-mail. */
export function mailServer(text: string): MailServer | undefined {
  const url = parseUrl(text, /^smtps?:\/\/\S+$/, 'a URL like smtp://user:password@mail.example.com:587')
  if (!url) return undefined
  const { protocol, hostname, port, pathname, search, hash, username, password } = url
  if (hostname === '') throw new Error('must name a host')
  if (pathname.length > 1 || search || hash) throw new Error('must have no path and no query')
  if ((username === '') !== (password === ''))
    throw new Error('must have both a user and a password, or neither')
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !isPrivateHost(hostname),
    auth: username ? { user: decoded(username), pass: decoded(password) } : undefined,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('must have a percent-encoded user and password: % is %25')
  }
}

export function webhookUrl(text: string): string {
  const url = parseUrl(text, /^https?:\/\/\S+$/, 'a URL like https://hooks.example.com/site')
  if (url?.username || url?.password) throw new Error('must not contain a user name or password')
  if (url?.protocol === 'http:' && !isPrivateHost(url.hostname))
    throw new Error('must be an https: URL; http: is for loopback and private hosts only')
  return text
}

/** An address of a private network, or a name that only exists in one: `hooks`, `n8n.internal`. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (/^[\d.]+$/.test(host) || host.includes(':')) return isPrivate(host)
  return !host.includes('.') || /\.(?:localhost|local|internal)$/.test(host)
}

export function recipient(text: string): string {
  const address = emailAddress(text)
  if (!address) throw new Error('must be e-mail addresses, separated by commas')
  return address
}

/** A name has no characters that end a quoted string or a line. */
const named = /^(?:"([^"<>\\\p{Cc}]*)" *|([^"<>\\\p{Cc}]*))<([^<>]*)>$/u

/** Undefined: the default. */
export function sender(text: string): { name: string; address: string } | undefined {
  if (text === '') return undefined
  const [, quoted, plain = '', bracketed = text] = named.exec(text) ?? []
  const address = emailAddress(bracketed)
  if (!address) throw new Error('must be an e-mail address, or a name and an address: Name <address>')
  return { name: (quoted ?? plain).trim(), address }
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
