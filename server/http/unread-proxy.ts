// A proxy whose word on its visitors is not read: all of them share its address, and their limits.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { peerAddress } from '../base/client-address.ts'
import { isPrivate } from '../base/networks.ts'

type UnreadProxyOptions = {
  isTrusted: (address: string) => boolean
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Only a private address is a proxy for certain: anybody on the internet can send these fields. Returns the warnings of /readyz. */
export function installUnreadProxy(
  app: FastifyInstance,
  { isTrusted, log }: UnreadProxyOptions,
): () => string[] {
  const warnings: string[] = []

  app.addHook('onRequest', async ({ raw }) => {
    const { 'x-forwarded-for': addresses, forwarded } = raw.headers
    if (warnings.length > 0 || (addresses ?? forwarded) === undefined) return
    const peer = peerAddress(raw)
    const problem = isTrusted(peer)
      ? addresses === undefined && 'a proxy sends Forwarded, which is not read, and no X-Forwarded-For'
      : isPrivate(peer) && 'TRUST_PROXY does not list a proxy with a private address'
    if (!problem) return
    warnings.push(`${problem}: all its visitors share one address and its limits`)
    log.warn({ problem, peer }, 'visitors share the address of a proxy')
  })
  return () => warnings
}
