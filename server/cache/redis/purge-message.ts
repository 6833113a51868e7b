// A purge as servers tell it to each other.
import type { PurgeMode, PurgeTarget } from '../../ops/purge.ts'

export type Purge = { target: PurgeTarget; mode: PurgeMode }
type Told = Purge & { from: string }

export function purgeText({ from, target, mode }: Told): string {
  return JSON.stringify({ from, target, mode })
}

/** What comes over the channel: an id in the log, and the text. */
export function split(message: string): [id: string, text: string] {
  const end = message.indexOf(' ')
  return [message.slice(0, end), message.slice(end + 1)]
}

/** Ids in the log are `milliseconds-number`. */
export function isLater(a: string, b: string): boolean {
  const [[time, number] = [], [otherTime, otherNumber] = []] = [a, b].map((id) => id.split('-').map(Number))
  return time === otherTime ? (number ?? 0) > (otherNumber ?? 0) : (time ?? 0) > (otherTime ?? 0)
}

export function readPurge(text: string): Told | undefined {
  try {
    const { from, target, mode } = JSON.parse(text) as { from: unknown; target: PurgeTarget; mode: unknown }
    const isTarget =
      target.kind === 'all' ||
      (target.kind === 'tag' && typeof target.tag === 'string') ||
      (target.kind === 'key' && typeof target.prefix === 'string')
    if (!isTarget || (mode !== 'soft' && mode !== 'hard')) return undefined
    return { from: String(from), target, mode }
  } catch {
    return undefined
  }
}
