// POST /ops/webhook/{kind}: a content system names an entry that has changed; what shows it is purged.
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '../../shared/is-record.ts'
import { parseJson } from '../base/json.ts'
import { createMinuteLimit, type SecondsForWrong } from '../base/rate-limit.ts'
import { isSameSecret } from '../base/same-secret.ts'
import type { Purge, PurgeMode, PurgeTarget } from './purge.ts'

/** What to purge; undefined for a body that names nothing. */
export type TargetsOf = (
  body: Record<string, unknown>,
) => Promise<{ targets: PurgeTarget[]; mode: PurgeMode } | undefined>

type WebhookOptions = {
  secret: string
  /** The system that the origin is: native, wordpress. */
  kind: string
  targetsOf: TargetsOf
  purge: Purge
  secondsForWrong: SecondsForWrong
  monotonic: () => number
}

/** Systems send a whole post, with its text. */
const bodyLimitBytes = 1_048_576
const perMinute = 300
const pauseMs = 5000
const expected = 'send {"type":"news","id":3}, or the body of a webhook of the content system'

/** Requires WEBHOOK_SECRET as token (`Authorization: Bearer`, `X-Webhook-Token`) or as key of an HMAC of the body. */
export async function installWebhook(app: FastifyInstance, options: WebhookOptions) {
  const { secret, kind, targetsOf, purge, secondsForWrong, monotonic } = options
  const mayPurge = createMinuteLimit(perMinute, monotonic)
  const expireAll = createExpireAll(app, purge)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The HMAC is that of the bytes.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post<{ Params: { kind: string } }>('/ops/webhook/:kind', { bodyLimit: bodyLimitBytes }, respond)
  })

  async function respond(...[request, reply]: Parameters<Handler>) {
    const fail = (status: number, message: string) => reply.status(status).send({ error: true, message })
    reply.header('cache-control', 'no-store')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isAuthentic(request, body, secret)) {
      const seconds = await secondsForWrong(request.ip)
      if (seconds > 0) {
        reply.header('retry-after', seconds)
        return fail(429, 'Too Many Requests')
      }
      request.log.warn({ ip: request.ip }, 'webhook rejected: wrong secret')
      return fail(401, 'Unauthorized')
    }
    if (request.params.kind !== kind) return fail(404, `the content API is ${kind} (API_KIND)`)
    if (!mayPurge()) {
      expireAll()
      return reply.status(202).send({ purged: 'all', mode: 'soft' })
    }
    const fields = fieldsOf(request, body)
    const notice = fields && (await targetsOf(fields))
    if (!notice) return fail(400, expected)
    const counts = await Promise.all(notice.targets.map((target) => purge(target, notice.mode)))
    const purged = counts.reduce((sum, count) => sum + count, 0)
    request.log.info(
      { kind, targets: notice.targets.length, mode: notice.mode, purged },
      'purged by a webhook',
    )
    return { purged, mode: notice.mode }
  }
}

/**
 * Marks everything as stale, at most once in `pauseMs`: at once, and again after the pause if it was called during it, because
 * what was stored since may be older than the last change.
 */
function createExpireAll(app: FastifyInstance, purge: WebhookOptions['purge']): () => void {
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  const run = () => {
    isDue = false
    app.log.warn({ perMinute }, 'more webhooks than the limit: everything expires')
    purge({ kind: 'all' }, 'soft').catch((err) => app.log.error({ err }, 'purge after webhooks failed'))
    timer = setTimeout(() => {
      timer = undefined
      if (isDue) run()
    }, pauseMs).unref()
  }
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    if (isDue) await purge({ kind: 'all' }, 'soft')
  })
  return () => {
    if (timer) isDue = true
    else run()
  }
}

type Handler = (request: FastifyRequest<{ Params: { kind: string } }>, reply: FastifyReply) => unknown

/** Compares in constant time. */
function isAuthentic({ headers }: FastifyRequest, body: Buffer, secret: string): boolean {
  const token = headers['x-webhook-token'] ?? headers.authorization?.replace(/^Bearer /, '')
  if (token !== undefined) return isSameSecret(String(token), secret)
  const given = headers['x-hub-signature-256'] ?? headers['x-signature'] ?? headers['x-wc-webhook-signature']
  if (typeof given !== 'string') return false
  const signature = createHmac('sha256', secret).update(body)
  const bytes = signature.digest()
  const plain = given.replace(/^sha256=/, '')
  return isSameSecret(plain, bytes.toString('hex')) || isSameSecret(plain, bytes.toString('base64'))
}

/** A JSON object, whatever its type is called, or the fields of a form; undefined for anything else. */
function fieldsOf({ headers }: FastifyRequest, body: Buffer): Record<string, unknown> | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return formFields(new URLSearchParams(body.toString()))
  const value = parseJson(body)
  return isRecord(value) ? value : undefined
}

/** `post[post_type]=page`, as PHP writes an array, is a field of the object `post`. */
function formFields(form: URLSearchParams): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const groups = new Map<string, Map<string, string>>()
  for (const [name, value] of form) {
    const [, group, key] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? []
    if (group === undefined || key === undefined) fields.set(name, value)
    else groups.set(group, (groups.get(group) ?? new Map()).set(key, value))
  }
  for (const [group, own] of groups) fields.set(group, Object.fromEntries(own))
  return Object.fromEntries(fields)
}
