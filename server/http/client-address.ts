// Client address: the last address in X-Forwarded-For that was written by a trusted proxy.
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { createNetworks, isPrivate } from '../base/networks.ts'
import type { Faults } from '../telemetry/faults.ts'

export type ClientAddress = ReturnType<typeof createClientAddress>

/** `trusted`: addresses and networks of the proxies in front; X-Forwarded-For of others is ignored, Forwarded always. */
export function createClientAddress(trusted: string[]) {
  const isTrusted = createNetworks(trusted)

  return {
    isTrusted,
    /** '' where the socket is closed. */
    of(request: IncomingMessage): string {
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
function ipAddress(text: string): string | undefined {
  const node = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, beforePort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d*)?$/.exec(node) ?? []
  const address = (bracketed ?? beforePort ?? node).replace(/%.*/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

/**
 * Names a proxy whose fields are not read: all its visitors share its address. Only a private address is a proxy for certain:
 * anybody on the internet can send these fields.
 */
export function checkProxy({ raw }: FastifyRequest, { isTrusted }: ClientAddress, faults: Faults): void {
  const { 'x-forwarded-for': addresses, 'x-forwarded-proto': protocol, forwarded } = raw.headers
  if ((addresses ?? protocol ?? forwarded) === undefined) return
  const peer = peerAddress(raw)
  const problem = isTrusted(peer)
    ? addresses === undefined && 'a proxy sends no X-Forwarded-For; Forwarded is not read'
    : isPrivate(peer) && 'TRUST_PROXY does not list a proxy with a private address'
  const event = 'visitors share the address of a proxy'
  if (problem) faults.report('proxy not trusted', { problem, event }, { peer })
}
