// What a proxied request sends to the upstream: its path and body, validated, and its header fields.
import { isUtf8 } from 'node:buffer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { isObject } from '../../shared/is-record.ts'
import type { UrlParts } from '../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'
import { closedSignal } from '../base/closed-responses.ts'
import type { ContentRequest } from '../base/content-source.ts'
import { isDeeper } from '../base/json.ts'
import { pick } from './headers.ts'

/** After one decoding: characters, and double-encoded characters, that are significant to the next decoder. */
const forbidden = /[/\\\u0000-\u001f\u007f]|%(?:25|2e|2f|5c|[01][0-9a-f]|7f)/i

/**
 * The path and query for the upstream; undefined for dot segments, encoded slashes, backslashes, NUL, malformed escapes and
 * overlong characters, plain, encoded or double-encoded, so that proxy, cache and upstream interpret a URL alike.
 */
export function upstreamTarget({ pathname, search }: UrlParts, folder: string): string | undefined {
  const isPlain = (segment: string) =>
    segment !== '' && !/^\.{1,2}(?:;.*)?$/.test(segment) && !forbidden.test(segment)
  const isPath = pathname.startsWith(folder) && decodedSegmentsOf(pathname)?.every(isPlain)
  // Programs disagree on invalid UTF-8 and NUL.
  const isQuery = decodedSegmentsOf(`/${search}`)?.every((text) => !text.includes('\u0000'))
  return isPath && isQuery ? pathname + search : undefined
}

const towardsUpstream = `accept accept-language content-type finger-print idempotency-key range
  if-match if-modified-since if-none-match if-range if-unmodified-since`.split(/\s+/)

/** `path`: as validated. The request ends when the visitor leaves. */
export function upstreamRequest(
  request: FastifyRequest,
  { raw }: FastifyReply,
  path: string,
): ContentRequest {
  const { method, headers: given, body, site, id } = request
  const headers = { ...pick(given, towardsUpstream), 'x-request-id': id }
  const sent = { method, path, headers, passedOn: site.passedOn, signal: closedSignal(raw) }
  return Buffer.isBuffer(body) ? { ...sent, body } : sent
}

const maxDepth = 16
const expected = `must be JSON in UTF-8 of at most ${maxDepth} levels, without the keys __proto__ and constructor.prototype`

/** A parser of bodies that JSON alone has to pass: its keys may cause prototype pollution in the program behind. */
export async function checkedBody(_request: unknown, body: Buffer): Promise<Buffer> {
  // Before it is parsed. Other formats may have any brackets.
  const isTooDeep = /^\s*(?:[[{]|$)/.test(body.toString('latin1', 0, 100)) && isDeeper(body, maxDepth)
  if (isTooDeep || !isHarmless(body)) throw pageError(400, 'Bad Request', { body: [expected] })
  return body
}

function isHarmless(body: Buffer): boolean {
  let hasPrototype = false
  try {
    JSON.parse(body.toString(), (key, value: unknown) => {
      hasPrototype ||= key === '__proto__'
      hasPrototype ||= key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype')
      return value
    })
  } catch {
    return true
  }
  return isUtf8(body) && !hasPrototype
}
