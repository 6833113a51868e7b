// The business calls of browsers, and media files, passed to the origin and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { OriginRequest, Send } from '../origin/origin.ts'
import { isOriginError } from '../origin/origin-error.ts'
import { headersForOrigin, headersForVisitor } from './headers.ts'
import { originTarget } from './target.ts'

const bodyLimitBytes = 1_048_576
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

export async function installProxy(app: FastifyInstance, { send }: { send: Send }) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    scope.route({ method: [...apiMethods], url: '/api/home/*', exposeHeadRoute: false, handler: api })
    scope.route({ method: ['PATCH', 'OPTIONS'], url: '/api/home/*', handler: notAllowed })
  })
  app.route({ method: ['GET', 'HEAD'], url: '/media/*', exposeHeadRoute: false, handler: media })

  async function api(request: FastifyRequest, reply: FastifyReply) {
    const target = originTarget(request.raw.url ?? '', '/api/home/')
    if (!target) return refuse(reply, 400, 'Bad Request')
    try {
      return await forward(request, reply, target)
    } catch (error) {
      if (!isOriginError(error)) throw error
      request.log.warn({ err: error, path: target }, 'proxied call failed')
      return refuse(reply, error.kind === 'timeout' ? 504 : 502, '服务端错误')
    }
  }

  async function media(request: FastifyRequest, reply: FastifyReply) {
    const url = request.raw.url ?? ''
    const target = originTarget(url, '/media/')
    if (!target) throw pageError(404, `Page not found: ${url}`)
    // A file that is missing is answered in the origin's words: nobody reads them in an <img>.
    return forward(request, reply, target)
  }

  async function forward(request: FastifyRequest, reply: FastifyReply, path: string) {
    const aborted = new AbortController()
    reply.raw.once('close', () => aborted.abort())
    const answer = await send(originRequest(request, path, aborted.signal))
    if (answer.status < 200 || answer.status > 599) return refuse(reply, 502, '服务端错误')
    reply.status(answer.status).headers(headersForVisitor(answer.headers))
    makeInert(reply)
    return reply.send(answer.body)
  }
}

function originRequest(request: FastifyRequest, path: string, signal: AbortSignal): OriginRequest {
  const { method, body } = request
  return {
    method,
    path,
    signal,
    headers: headersForOrigin(request.headers, request.id),
    ...(Buffer.isBuffer(body) && { body }),
  }
}

async function notAllowed(_request: FastifyRequest, reply: FastifyReply) {
  return refuse(reply.header('allow', apiMethods.join(', ')), 405, 'Method Not Allowed')
}

/** An error in the envelope's shape. */
function refuse(reply: FastifyReply, status: number, msg: string) {
  return reply.status(status).header('cache-control', 'no-store').send({ success: false, data: null, msg })
}

/** What the origin sends is never a document of this site. */
function makeInert(reply: FastifyReply) {
  const type = String(reply.getHeader('content-type') ?? 'application/octet-stream')
  if (/html|xml(?!\+)|javascript/i.test(type) && !/svg/i.test(type))
    reply.header('content-disposition', 'attachment')
  if (/svg|html|xml/i.test(type))
    reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
}
