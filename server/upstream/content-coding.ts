// Content codings of an upstream that compresses although identity was requested (RFC 9110 §8.4): the body is decoded while
// it arrives, so that the limits of its reader count decoded bytes.
import { once } from 'node:events'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { type Fields, field, listMembers } from '../base/fields.ts'

type Decoder = (body: Readable) => Transform | Promise<Transform>

const decoders = new Map<string, Decoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', inflate],
])
const mostCodings = 3
const zlibMethod = 8

/** In the order in which they are applied. Undefined where nothing is decoded: no coding, an unknown one, a part of the encoded bytes. */
export function decodersOf(status: number, headers: Fields): Decoder[] | undefined {
  const value = field(headers, 'content-encoding')
  if (value === undefined || status === 206) return undefined
  const codings = listMembers(value.toLowerCase()).filter((name) => name !== 'identity')
  const known = codings.toReversed().flatMap((name) => decoders.get(name) ?? [])
  return known.length === codings.length && known.length <= mostCodings ? known : undefined
}

/** The fields of the decoded body; a range would be of the encoded one. */
export function decodedFields(headers: Fields): Fields {
  const { 'content-encoding': _coding, 'content-length': _ofEncoded, ...rest } = headers
  return { ...rest, 'accept-ranges': 'none' }
}

/** Rejects where the start of the body is not of its coding; its reader gets a later error. */
export async function decodedBody(body: Readable, decoders: Decoder[]): Promise<Readable> {
  let decoded = body
  for (const decoder of decoders) decoded = pipeline(decoded, await decoder(decoded), () => {})
  if (decoders.length > 0) await once(decoded, 'readable')
  return decoded
}

/** Some servers send `deflate` without the header of zlib (RFC 9110 §8.4.1.2): the first byte decides. */
async function inflate(body: Readable): Promise<Transform> {
  await once(body, 'readable')
  const first: Buffer | null = body.read()
  if (first) body.unshift(first)
  return first && (first[0]! & 0x0f) !== zlibMethod ? createInflateRaw() : createInflate()
}
