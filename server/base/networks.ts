// Networks of addresses: whether an address is in one of a list, and which one an IPv6 address is in.
import { isIPv6 } from 'node:net'
import { compile } from '@fastify/proxy-addr'

const groupBits = 16
/** A household has a whole /64 of IPv6 addresses. */
const householdGroups = 4

/** Loopback, private and link-local networks: balancers and probes, which make requests for many visitors. */
export const privateNetworks: readonly string[] = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]

/** `networks`: single addresses, or `address/bits`. False for what is no address; an IPv4 address may be mapped. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  const includes = compile([...networks])
  return (address) => includes(address, 0)
}

/** The first `groups` of its eight, as a network; `ip` has no IPv4 address in it. */
export function ipv6Network(ip: string, groups: number): string {
  const [head = '', tail = ''] = ip.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array.from({ length: 8 - before.length - after.length }, () => '0') : []
  return `${[...before, ...zeros, ...after].slice(0, groups).join(':')}::/${groups * groupBits}`
}

/** What one visitor has: an IPv4 address, or a /64 of IPv6. */
export function visitorNetwork(ip: string): string {
  return isIPv6(ip) && !ip.includes('.') ? ipv6Network(ip, householdGroups) : ip
}
