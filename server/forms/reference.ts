// Reference of a submission: what the visitor is shown and the operator finds again in lists, exports and notifications.
import { createHash } from 'node:crypto'

/** The alphabet has no 0, 1, I, L, O and U: no two characters are mistaken for each other, and no words appear. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** The reference follows from the idempotency key, so that it is the same before and after delivery, whatever the origin returns. */
export function referenceOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  return Array.from({ length }, (_, index) => alphabet[bytes.readUInt16BE(2 * index) % alphabet.length]).join(
    '',
  )
}
