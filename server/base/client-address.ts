// Client address: the last address in X-Forwarded-For that was written by a trusted proxy.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { createNetworks, ipv6Network, privateNetworks, visitorNetwork } from './networks.ts'

export type ClientAddress = {
  /** For Fastify's `trustProxy`. */
  isTrusted: (address: string) => boolean
  of: (request: IncomingMessage) => string
  /** Distinguishes visitors; undefined for private networks and proxies, which many visitors share. */
  networkOf: (address: string) => string | undefined
}

/** `trusted`: addresses and networks of the proxies in front; X-Forwarded-For of others is ignored. */
export function createClientAddress(trusted: string[]): ClientAddress {
  const isTrusted = createNetworks(trusted)
  const isShared = createNetworks([...privateNetworks, ...trusted])

  return {
    isTrusted,
    // A closed socket has no address.
    of: (request) => proxyAddr(request, isTrusted) ?? '',
    networkOf(address) {
      const plain = withoutMapping(address)
      return isShared(plain) ? undefined : visitorNetwork(plain)
    },
  }
}

/** A customer usually has an IPv6 /48. */
const siteGroups = 3

/** The part of an address that the setting allows in a log. */
export function loggedAddress(address: string, how: 'full' | 'network' | 'off'): string | undefined {
  if (how === 'off') return undefined
  const plain = withoutMapping(address)
  if (how === 'full') return plain
  if (!isIPv6(plain)) return plain.replace(/\.\d+$/, '.0/24')
  return ipv6Network(plain, siteGroups)
}

/** Unmaps an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
