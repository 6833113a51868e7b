// Compression of responses made per request; each chunk of a stream is flushed.
import type { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ContentResponse } from '../base/content-source.ts'
import { discard } from '../base/read-body.ts'

const brotliQuality = 4

export async function installCompression(app: FastifyInstance) {
  await app.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  })
}

/** The body of a stored or forwarded response; `isPending`: there is no compressed copy yet. */
export function sendBody(
  reply: FastifyReply,
  { status, body, isPending = false }: Pick<ContentResponse, 'status' | 'body'> & { isPending?: boolean },
): FastifyReply {
  // The length of the compressed body is not known.
  if (isPending && reply.request.method === 'HEAD') return reply.send()
  if (status !== 304) return isPending ? sendCompressed(reply, body) : reply.send(body)
  // For an empty buffer the framework would add a type and a length.
  discard({ body })
  return reply.send()
}

/** Responses outside any route (unmatched methods, malformed URLs) cannot be compressed, and are small. */
export function sendCompressed(reply: FastifyReply, body: string | Buffer | Readable): FastifyReply {
  if (typeof reply.compress === 'function') reply.compress(body)
  else reply.send(body)
  return reply
}
