// Whose request it is: the last address in the chain of proxies that was written by somebody who is trusted.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

export type ClientAddress = {
  /** For Fastify's `trustProxy`. */
  isTrusted: (address: string) => boolean
  of: (request: IncomingMessage) => string
}

/** `trusted`: addresses and networks of the proxies in front; what anybody else says about addresses is not read. */
export function createClientAddress(trusted: string[]): ClientAddress {
  const list = new BlockList()
  for (const network of trusted) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) =>
    trusted.length > 0 && isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return {
    isTrusted,
    of({ socket, headers }) {
      const peer = socket.remoteAddress ?? ''
      if (!isTrusted(peer)) return peer
      const chain = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
      // Each proxy adds its own peer at the end.
      return chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? peer
    },
  }
}

/** As much of an address as `how` allows in a log. */
export function loggedAddress(address: string, how: 'full' | 'network' | 'off'): string | undefined {
  if (how === 'off') return undefined
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (how === 'full') return plain
  if (!isIPv6(plain)) return plain.replace(/\.\d+$/, '.0/24')
  return `${plain.split(':').slice(0, 3).join(':')}::/48`
}
