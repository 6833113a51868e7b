// JSON from outside: bounded in depth before it is parsed, because JSON.parse takes seconds for millions of brackets.
import { isUtf8 } from 'node:buffer'
import { jsonIn } from '../../shared/api/error-message.ts'

/** Ten times the depth of the contract; a rich text is nested deeper than other data. */
const deepest = 200
const [quote, backslash] = [0x22, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
/** The decoder ignores a byte order mark. */
const utf8 = new TextDecoder()

/** Undefined for anything but JSON in UTF-8 (RFC 8259 §8.1), and for JSON that is too deep. */
export function parseJson(bytes: Uint8Array): unknown {
  return isDeeper(bytes, deepest) || !isUtf8(bytes) ? undefined : jsonIn(utf8.decode(bytes))
}

/** Whether lists and objects are nested deeper. One forward scan; in UTF-8 no other character has these bytes. */
export function isDeeper(bytes: Uint8Array, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openList || byte === openObject) depth += 1
    else if (byte === closeList || byte === closeObject) depth -= 1
    if (depth > most) return true
  }
  return false
}
