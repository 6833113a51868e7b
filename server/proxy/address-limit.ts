// How many connections one address of the internet may hold open at once.
import type { Socket } from 'node:net'
import { createNetworks, privateNetworks } from '../base/networks.ts'

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
