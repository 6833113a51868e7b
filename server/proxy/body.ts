// Request body of a proxied call: read within limits of size and time, without prototype keys in JSON.
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { isObject } from '../../shared/is-record.ts'
import { isDeeper } from '../base/json.ts'
import { readBody } from '../base/read-body.ts'

const bodyLimitBytes = 1_048_576
const bodyTimeoutMs = 10_000
const maxDepth = 16
export const expected = `must be JSON in UTF-8 of at most ${maxDepth} levels, without the keys __proto__ and constructor.prototype`

/** Rejects with PageError 400, 408 or 413. */
export async function requestBody({ method, headers, body }: FastifyRequest): Promise<Buffer | undefined> {
  if (!(body instanceof Readable) || method === 'GET' || method === 'HEAD') return undefined
  const tooLarge = pageError(413, 'Payload Too Large')
  if (Number(headers['content-length']) > bodyLimitBytes) throw tooLarge
  const bytes = await readBody(body, bodyLimitBytes, bodyTimeoutMs).catch((error) => {
    throw (error as { kind?: string }).kind === 'timeout' ? pageError(408, 'Request Timeout') : tooLarge
  })
  if (!isHarmless(bytes)) throw pageError(400, 'Bad Request', { body: [expected] })
  return bytes
}

/** JSON alone is checked: its keys may cause prototype pollution in the program that parses it. */
export function isHarmless(body: Buffer): boolean {
  // Before it is parsed. Other formats may have any brackets.
  if (/^\s*(?:[[{]|$)/.test(body.toString('latin1', 0, 100)) && isDeeper(body, maxDepth)) return false
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
