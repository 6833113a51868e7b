// POST /ops/purge: purges cached responses by URL, by tag, or all of them.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { splitUrl } from '../../shared/resolve.ts'

/** What is purged; a prefix consists of a method, a path and optionally a query. */
export type PurgeTarget = { kind: 'all' } | { kind: 'tag'; tag: string } | { kind: 'key'; prefix: string }
/** `soft` marks as stale, `hard` deletes. */
export type PurgeMode = 'soft' | 'hard'
type Purge = (target: PurgeTarget, mode: PurgeMode) => Promise<number>

const body = Type.Object(
  {
    url: Type.Optional(Type.String({ pattern: '^/[^\\s]*$', maxLength: 2048 })),
    tag: Type.Optional(Type.String({ pattern: '^[\\w:./-]{1,200}$' })),
    all: Type.Optional(Type.Literal(true)),
    mode: Type.Optional(Type.Union([Type.Literal('soft'), Type.Literal('hard')])),
  },
  { additionalProperties: false },
)
const usage = 'send one of {"url":"/news"}, {"tag":"category:news"}, {"all":true}; "mode" is "soft" or "hard"'

const tooMany = { error: true, message: 'Too Many Requests' }

type Options = {
  token: string
  purge: Purge
  /** Counts wrong tokens; resolves with the seconds until this address may try again, or 0. */
  secondsForAttempt: (address: string, isRight: boolean) => Promise<number>
}

/** No route without a token. Responds `{ purged, mode }`; soft, the default, marks stale, so that visitors do not wait. */
export function installPurge(app: FastifyInstance, { token, purge, secondsForAttempt }: Options) {
  if (token === '') return
  app.post('/ops/purge', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const isRight = isAuthorized(request, token)
    const seconds = await secondsForAttempt(request.ip, isRight)
    if (seconds > 0) return reply.status(429).header('retry-after', seconds).send(tooMany)
    if (!isRight) {
      request.log.warn({ ip: request.ip }, 'purge rejected: wrong token')
      return reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .send({ error: true, message: 'Unauthorized' })
    }
    const target = Value.Check(body, request.body) ? targetOf(request.body) : undefined
    if (!target) return reply.status(400).send({ error: true, message: usage })
    const mode = (request.body as { mode?: PurgeMode }).mode ?? 'soft'
    const purged = await purge(target, mode)
    request.log.info({ target, mode, purged }, 'purged')
    return { purged, mode }
  })
}

function targetOf({ url, tag, all }: Type.Static<typeof body>): PurgeTarget | undefined {
  if ([url, tag, all].filter((given) => given !== undefined).length !== 1) return undefined
  if (tag !== undefined) return { kind: 'tag', tag }
  // All queries and languages of the URL.
  return url === undefined ? { kind: 'all' } : { kind: 'tag', tag: `path:${splitUrl(url).pathname}` }
}

/** In constant time; digests have equal length. */
function isAuthorized({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
