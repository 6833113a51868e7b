// Compression of answers made per request; each piece of a stream goes out when it is written.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

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
