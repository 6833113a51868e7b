// Comparison of secrets in constant time; digests have equal length.
import { createHash, timingSafeEqual } from 'node:crypto'

export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
