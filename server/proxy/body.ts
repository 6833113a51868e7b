// Request body of a proxied call: read within limits of size and time, without prototype keys in JSON.
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { pageError } from '../../shared/errors.ts'
import { isDeeper, jsonIn } from '../base/json.ts'
import { readBody } from '../base/read-body.ts'

const bodyLimitBytes = 1_048_576
const bodyTimeoutMs = 10_000
const maxDepth = 16
export const expected = `must be JSON in UTF-8 of at most ${maxDepth} levels, without the keys __proto__ and constructor.prototype`

type Incoming = { method: string; contentLength: number | undefined; stream: Readable | undefined }

/** Rejects with PageError 400, 408 or 413. */
export async function requestBody({ method, contentLength, stream }: Incoming): Promise<Buffer | undefined> {
  if (!stream || method === 'GET' || method === 'HEAD') return undefined
  if ((contentLength ?? 0) > bodyLimitBytes) throw tooLarge()
  const body = await readBody(stream, bodyLimitBytes, bodyTimeoutMs).catch((error) => {
    throw (error as { kind?: string }).kind === 'timeout' ? pageError(408, 'Request Timeout') : tooLarge()
  })
  if (!isHarmless(body)) throw pageError(400, 'Bad Request', { body: [expected] })
  return body
}

/** Only JSON is checked: its keys may cause prototype pollution in the program that parses it. */
export function isHarmless(body: Buffer): boolean {
  // Before it is parsed. Other formats may have any brackets.
  if (startsAsJson.test(body.toString('latin1', 0, 100)) && isDeeper(body, maxDepth)) return false
  const value = jsonIn(body.toString())
  if (value !== undefined && !isUtf8(body)) return false
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    if (hasPrototypeKey(next)) return false
    for (const member of Object.values(next)) pending.push(member)
  }
  return true
}

const startsAsJson = /^\s*(?:[[{]|$)/

function hasPrototypeKey(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true
  const own = Object.getOwnPropertyDescriptor(value, 'constructor')?.value as unknown
  return typeof own === 'object' && own !== null && Object.hasOwn(own, 'prototype')
}

function tooLarge() {
  return pageError(413, 'Payload Too Large')
}
