// Whose request it is: the last address in the chain of proxies that was written by somebody who is trusted.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { createNetworks, ipv6Network, privateNetworks, visitorNetwork } from './networks.ts'

export type ClientAddress = {
  /** For Fastify's `trustProxy`. */
  isTrusted: (address: string) => boolean
  of: (request: IncomingMessage) => string
  /** Tells visitors apart; undefined for private networks and proxies, behind which there may be many. */
  networkOf: (address: string) => string | undefined
}

/** `trusted`: addresses and networks of the proxies in front; what anybody else says about addresses is not read. */
export function createClientAddress(trusted: string[]): ClientAddress {
  const isTrusted = createNetworks(trusted)
  const isShared = createNetworks([...privateNetworks, ...trusted])

  return {
    isTrusted,
    // A socket that was closed has no address.
    of: (request) => proxyAddr(request, isTrusted) ?? '',
    networkOf(address) {
      const plain = withoutMapping(address)
      return isShared(plain) ? undefined : visitorNetwork(plain)
    },
  }
}

/** Of an IPv6 address, what one customer has: a /48. */
const siteGroups = 3

/** As much of an address as `how` allows in a log. */
export function loggedAddress(address: string, how: 'full' | 'network' | 'off'): string | undefined {
  if (how === 'off') return undefined
  const plain = withoutMapping(address)
  if (how === 'full') return plain
  if (!isIPv6(plain)) return plain.replace(/\.\d+$/, '.0/24')
  return ipv6Network(plain, siteGroups)
}

/** An IPv4 address as a socket of both families has it (RFC 4291 §2.5.5.2). */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
