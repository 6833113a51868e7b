// The JSON object in a request's body.
import { Readable } from 'node:stream'
import { failure } from './failure.ts'

export const bodyLimitBytes = 64 * 1024

/** No body reads as an empty object. Throws Failure: malformed or tooLarge. */
export async function readJsonBody(body: Buffer | Readable | undefined): Promise<Record<string, unknown>> {
  const bytes = body instanceof Readable ? await collect(body) : (body ?? Buffer.alloc(0))
  if (bytes.length > bodyLimitBytes) throw failure('tooLarge')
  const value = bytes.length === 0 ? {} : parse(bytes)
  // An own key of this name turns into a prototype wherever the object is copied by assignment.
  if (!isObject(value) || Object.hasOwn(value, '__proto__')) throw failure('malformed')
  return value
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Destroying a request's stream would cut the connection that has to carry the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      chunks.push(Buffer.from(chunk))
      size += chunks.at(-1)!.length
      if (size > bodyLimitBytes) break
    }
  } catch {
    throw failure('malformed')
  }
  if (size > bodyLimitBytes) stream.on('error', () => {}).resume()
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw failure('malformed')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
