// Request body of a proxied call: read within limits of size and time, without prototype keys in JSON.
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { pageError } from '../../shared/errors.ts'
import { readBody } from '../origin/read-body.ts'

const bodyLimitBytes = 1_048_576
const bodyTimeoutMs = 10_000
const maxDepth = 16
const expected = `must be JSON in UTF-8 of at most ${maxDepth} levels, without the keys __proto__ and constructor.prototype`

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
function isHarmless(body: Buffer): boolean {
  const value = jsonIn(body)
  if (value !== undefined && !isUtf8(body)) return false
  const pending = [{ value, level: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, level } = next
    if (typeof value !== 'object' || value === null) continue
    if (level >= maxDepth || hasPrototypeKey(value)) return false
    for (const member of Object.values(value)) pending.push({ value: member, level: level + 1 })
  }
  return true
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function hasPrototypeKey(value: object): boolean {
  if (Object.hasOwn(value, '__proto__')) return true
  const own = Object.getOwnPropertyDescriptor(value, 'constructor')?.value as unknown
  return typeof own === 'object' && own !== null && Object.hasOwn(own, 'prototype')
}

function tooLarge() {
  return pageError(413, 'Payload Too Large')
}
