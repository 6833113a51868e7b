// POST /ops/purge: purges cached responses by URL, by tag, or all of them.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { splitUrl } from '../../shared/resolve.ts'
import type { OperatorCheck } from './operator.ts'

/** What is purged; a prefix consists of a method, a path and optionally a query. */
export type PurgeTarget = { kind: 'all' } | { kind: 'tag'; tag: string } | { kind: 'key'; prefix: string }
/**
 * From the mildest: `soft` marks as stale; `expire` as well, and the next request waits for the origin: what is stored is used
 * only where the origin fails; `hard` deletes.
 */
export const purgeModes = ['soft', 'expire', 'hard'] as const
export type PurgeMode = (typeof purgeModes)[number]
export type Purge = (target: PurgeTarget, mode: PurgeMode) => Promise<number>

const body = Type.Object(
  {
    url: Type.Optional(Type.String({ pattern: '^/[^\\s]*$', maxLength: 2048 })),
    tag: Type.Optional(Type.String({ pattern: '^[\\w:./-]{1,200}$' })),
    all: Type.Optional(Type.Literal(true)),
    mode: Type.Optional(Type.Union(purgeModes.map((mode) => Type.Literal(mode)))),
  },
  { additionalProperties: false },
)
const usage =
  'send one of {"url":"/news"}, {"tag":"category:news"}, {"all":true}; "mode" is "soft", "expire" or "hard"'

type PurgeOptions = { checkOperator: OperatorCheck; purge: Purge }

/** Responds `{ purged, mode }`; soft, the default, marks stale, so that visitors do not wait. */
export function installPurge(app: FastifyInstance, { checkOperator, purge }: PurgeOptions) {
  app.post('/ops/purge', { onRequest: checkOperator }, async (request, reply) => {
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
  // The tag matches all queries and languages of the URL.
  return url === undefined ? { kind: 'all' } : { kind: 'tag', tag: `path:${splitUrl(url).pathname}` }
}
