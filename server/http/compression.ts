// Compression of responses made per request; each chunk of a stream is flushed.
import type { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

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

/** Responses outside any route (unmatched methods, malformed URLs) cannot be compressed, and are small. */
export function sendCompressed(reply: FastifyReply, body: string | Buffer | Readable): FastifyReply {
  if (typeof reply.compress === 'function') reply.compress(body)
  else reply.send(body)
  return reply
}
