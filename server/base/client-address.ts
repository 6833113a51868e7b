// Client address: the last address in X-Forwarded-For that was written by a trusted proxy.
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import { createNetworks, ipv6Network, isPrivate, visitorNetwork } from './networks.ts'

export type ClientAddress = {
  isTrusted: (address: string) => boolean
  /** '' where the socket is closed. */
  of: (request: IncomingMessage) => string
  /** Distinguishes visitors; undefined for private networks and proxies, which many visitors share. */
  networkOf: (address: string) => string | undefined
}

/** `trusted`: addresses and networks of the proxies in front; X-Forwarded-For of others is ignored, Forwarded always. */
export function createClientAddress(trusted: string[]): ClientAddress {
  const isTrusted = createNetworks(trusted)

  return {
    isTrusted,
    of(request) {
      let client = peerAddress(request)
      const members = String(request.headers['x-forwarded-for'] ?? '').split(',')
      for (const member of members.reverse()) {
        if (!isTrusted(client)) return client
        if (member.trim() === '') continue
        const next = ipAddress(member)
        // An address before one that a trusted proxy does not know was not written by a trusted proxy.
        if (next === undefined) return client
        client = next
      }
      return client
    },
    networkOf: (address) => (isPrivate(address) || isTrusted(address) ? undefined : visitorNetwork(address)),
  }
}

/** The address of the other end of the connection; '' where it is closed. */
export function peerAddress({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return ipAddress(socket.remoteAddress ?? '') ?? ''
}

/**
 * The IP address of a socket or of a member of X-Forwarded-For in one spelling: without quotation marks, brackets, port and
 * zone, an IPv4-mapped one as IPv4 (RFC 4291 §2.5.5.2). Undefined for anything else, such as `unknown`.
 */
export function ipAddress(text: string): string | undefined {
  const node = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, beforePort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d*)?$/.exec(node) ?? []
  const address = (bracketed ?? beforePort ?? node).replace(/%.*/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** A customer usually has an IPv6 /48. */
const siteGroups = 3

/** The part of an address that the setting allows in a log. */
export function loggedAddress(address: string, how: 'full' | 'network' | 'off'): string | undefined {
  if (how === 'off') return undefined
  if (how === 'full') return address
  return isIPv6(address) ? ipv6Network(address, siteGroups) : address.replace(/\.\d+$/, '.0/24')
}
