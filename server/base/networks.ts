// IP networks: whether an address is in one of a list, and the network of an IPv6 address.
import { isIPv6 } from 'node:net'
import { compile } from '@fastify/proxy-addr'

const groupBits = 16
/** A household has a whole /64 of IPv6 addresses. */
const householdGroups = 4

/** Loopback, private and link-local networks: load balancers and probes, which send requests for many visitors. */
export const isPrivate = createNetworks(['loopback', 'uniquelocal', 'linklocal', '100.64.0.0/10'])

/** `networks`: addresses, `address/bits`, or groups that proxy-addr names. False for an invalid address; an IPv4 address may be IPv4-mapped. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  const includes = compile([...networks])
  return (address) => includes(address, 0)
}

/** The network of the first `groups` of eight 16-bit groups; not for IPv4-mapped addresses. */
export function ipv6Network(ip: string, groups: number): string {
  const [head = '', tail = ''] = ip.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array.from({ length: 8 - before.length - after.length }, () => '0') : []
  return `${[...before, ...zeros, ...after].slice(0, groups).join(':')}::/${groups * groupBits}`
}

/** The network of one visitor: an IPv4 address, or an IPv6 /64. */
export function visitorNetwork(ip: string): string {
  return isIPv6(ip) && !ip.includes('.') ? ipv6Network(ip, householdGroups) : ip
}
