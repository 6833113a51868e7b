// What admits the inline scripts of one streamed page: nobody can know it before.
import { randomBytes } from 'node:crypto'

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}
