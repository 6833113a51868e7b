// How many connections one address of the internet may hold open at once.
import type { Socket } from 'node:net'
import { createNetworks } from './networks.ts'

/** Balancers and probes: loopback, private and link-local networks hold connections for many visitors. */
const privateNetworks = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]

type Options = {
  most: number
  /** Networks of the proxies in front, which count no more than private ones. */
  trusted: readonly string[]
}

/** Whether a new connection may stay; counts it until it closes. */
export function createAddressLimit({ most, trusted }: Options): (socket: Socket) => boolean {
  const isExempt = createNetworks([...privateNetworks, ...trusted])
  const open = new Map<string, number>()
  return (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isExempt(address)) return true
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return false
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    return true
  }
}
