// Values as bytes with a checksum, for Redis and the snapshot.
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** Changes with the type of what is stored. */
const version = 4
const checksumBytes = 4

export function encode(value: unknown): Buffer {
  const bytes = serialize(value)
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32BE(crc32(bytes, version))
  return Buffer.concat([checksum, bytes])
}

/** What `encode` got. Undefined for bytes that are damaged, truncated, of another version, or something else. */
export function decode(bytes: Buffer): unknown {
  const value = bytes.subarray(checksumBytes)
  if (value.length === 0 || bytes.readUInt32BE(0) !== crc32(value, version)) return undefined
  return deserialize(value)
}
