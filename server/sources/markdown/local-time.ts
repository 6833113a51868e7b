// Local time: the offset of dates that are written without one.
import { createOffsetAt } from '../../base/time-zone.ts'

const minuteMs = 60_000

/** Adds the offset to `2026-03-02T09:30:00`. A time that a change of the clocks skips or repeats gets one of the two. */
export function createWithOffset(timeZone: string): (local: string) => string {
  const offsetAt = createOffsetAt(timeZone)
  return (local) => {
    const asUtc = Date.parse(`${local}Z`)
    return local + spelledOffset(offsetAt(asUtc - offsetAt(asUtc)))
  }
}

/** `+08:00` */
function spelledOffset(ms: number): string {
  const minutes = Math.abs(ms) / minuteMs
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
