// POST /ops/purge: purges cached responses by URL, by tag, what shows an item, or all of them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { splitUrl } from '../../shared/parse-url.ts'
import type { AppContext } from '../app-context.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import { isOperator, sendTooMany } from './operator.ts'

/** What is purged; a prefix consists of a method, a path and optionally a query. */
export type PurgeTarget = { kind: 'all' } | { kind: 'tag'; tag: string } | { kind: 'key'; prefix: string }
/**
 * From the mildest: `soft` marks as stale; `expire` as well, and the next request waits for the upstream: what is stored is used
 * only where the upstream fails; `hard` deletes.
 */
const purgeModes = ['soft', 'expire', 'hard'] as const
export type PurgeMode = (typeof purgeModes)[number]
export type Purge = (target: PurgeTarget, mode: PurgeMode) => Promise<number>

const orderSchema = Type.Object(
  {
    url: Type.Optional(Type.String({ pattern: '^/[^\\s]*$', maxLength: 2048 })),
    tag: Type.Optional(Type.String({ pattern: '^[\\w:./-]{1,200}$' })),
    all: Type.Optional(Type.Literal(true)),
    type: Type.Optional(Type.String({ maxLength: 64 })),
    id: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9]\\d{0,14}$' })]),
    ),
    sign: Type.Optional(Type.String({ pattern: '^[\\w.-]{1,64}$' })),
    mode: Type.Optional(Type.Union(purgeModes.map((mode) => Type.Literal(mode)))),
  },
  { additionalProperties: false },
)
type PurgeOrder = Type.Static<typeof orderSchema>
const route = '/ops/purge'
const usage =
  'send one of {"url":"/news"}, {"tag":"category:news"}, {"type":"news","id":3}, {"all":true}; "mode" is "soft", "expire" or "hard"'

/** An item of the content API, or a part of every page, that has changed. */
export type ChangedItem = { type: string; id: number | undefined; sign: string | undefined }
/** The purges of all that shows an item; undefined where there is no such type. */
type TargetsOfItem = (item: ChangedItem) => PurgeTarget[] | undefined

/** `secondsForWrong`: the limit of wrong tokens. */
export type Purges = { purge: Purge; targetsOfItem: TargetsOfItem; secondsForWrong: RateLimit }

/** Responds `{ purged, mode }`; soft, the default, marks stale, so that visitors do not wait. No route without a token. */
export function installPurge(
  app: FastifyInstance,
  { config: { opsToken: token } }: AppContext,
  { purge, targetsOfItem, secondsForWrong }: Purges,
) {
  if (token === '') return
  const onRequest = async ({ headers, site, log }: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (isOperator(headers.authorization, token)) return
    const seconds = secondsForWrong(site.address)
    if (seconds > 0) return sendTooMany(reply, seconds)
    log.warn({ route }, 'operator token rejected')
    return reply
      .status(401)
      .header('www-authenticate', 'Bearer')
      .send({ error: true, message: 'Unauthorized' })
  }
  app.post(route, { onRequest }, async ({ body, log }, reply) => {
    const order: PurgeOrder = Value.Check(orderSchema, body) ? body : {}
    const targets = targetsOf(order, targetsOfItem)
    if (!targets) return reply.status(400).send({ error: true, message: usage })
    const { mode = 'soft' } = order
    const counts = await Promise.all(targets.map((target) => purge(target, mode)))
    const purged = counts.reduce((sum, count) => sum + count, 0)
    log.info({ targets: targets.slice(0, 1), mode, purged }, 'purged')
    return { purged, mode }
  })
}

function targetsOf(
  { url, tag, all, type, id, sign }: PurgeOrder,
  targetsOfItem: TargetsOfItem,
): PurgeTarget[] | undefined {
  if ([url, tag, all, type].filter((given) => given !== undefined).length !== 1) return undefined
  if (type !== undefined) return targetsOfItem({ type, id: id === undefined ? undefined : Number(id), sign })
  if (tag !== undefined) return [{ kind: 'tag', tag }]
  // The tag matches all queries and languages of the URL.
  return url === undefined ? [{ kind: 'all' }] : [{ kind: 'tag', tag: `path:${splitUrl(url).pathname}` }]
}
