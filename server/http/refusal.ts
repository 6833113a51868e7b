// Requests that the framework refuses before any route: malformed addresses above all.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { resolve } from '../../shared/resolve.ts'
import { type Security, setRefusalFields } from './security.ts'

type ReplyError = (request: FastifyRequest, reply: FastifyReply, error: unknown) => Promise<FastifyReply>

/** For Fastify's `frameworkErrors`. */
export function createRefusal(replyError: ReplyError, security: Security) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    setRefusalFields(reply, security)
    const isMalformed = resolve(request.raw.url ?? '').kind === 'malformed'
    // Nobody waits for this promise, so its failure has to end here.
    replyError(request, reply, isMalformed ? pageError(400, 'Malformed URL') : error).catch(
      (err: unknown) => {
        request.log.error({ err }, 'error answer failed')
        if (!reply.sent) reply.raw.writeHead(500).end()
      },
    )
  }
}
