// POST /ops/client-error: error reports from browsers; each accepted report is counted and logged.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { type ClientErrorKind, clientErrorKinds } from '../../shared/client-error.ts'
import { clientErrors } from '../../shared/constants.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'

const body = Type.Object(
  {
    kind: Type.Union(clientErrorKinds.map((kind) => Type.Literal(kind))),
    build: Type.String({ pattern: '^[\\w.-]{0,64}$' }),
    message: Type.String({ maxLength: clientErrors.messageLength }),
  },
  { additionalProperties: false },
)

type ClientErrorsOptions = {
  countError: (kind: ClientErrorKind | 'refused') => void
  monotonic: () => number
}

/** 204 for an accepted report, 400 for an invalid one, 413 for a long one, 429 over the limit. */
export async function installClientErrors(
  app: FastifyInstance,
  { countError, monotonic }: ClientErrorsOptions,
) {
  const admit = createMinuteLimit(clientErrors.perMinute, monotonic)
  await app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (reply.statusCode >= 400 && request.method === 'POST') countError('refused')
    })
    scope.post('/ops/client-error', { bodyLimit: clientErrors.bytes }, async (request, reply) => {
      if (!admit()) return reply.status(429).send()
      if (!Value.Check(body, request.body)) return reply.status(400).send()
      countError(request.body.kind)
      request.log.warn({ clientError: request.body }, 'error in a browser')
      return reply.status(204).send()
    })
  })
}
