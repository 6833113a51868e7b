// 103 Early Hints (RFC 8297): what every page needs, told while the page is still being made.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Build } from '../base/build.ts'

export type EarlyHints = (request: FastifyRequest, reply: FastifyReply) => void

export function createEarlyHints({ styles }: Build, isOn: boolean): EarlyHints {
  const link = styles.map((href) => `<${href}>; rel=preload; as=style`)
  return ({ headers, raw }, reply) => {
    // Only browsers that load a page say so; others may not know what to do with a second answer.
    if (!isOn || headers['sec-fetch-mode'] !== 'navigate' || raw.httpVersion === '1.0') return
    reply.raw.writeEarlyHints({ link })
  }
}
