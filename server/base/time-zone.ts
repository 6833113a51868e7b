// Time zones: whether a name is one, its offset at a time, and local times with their offset.
import { defaultTimeZone, siteOffsetMs } from '../../shared/constants.ts'
import type { OffsetAt } from '../../shared/format.ts'
import { memoize, mostEntries } from './memoize.ts'

/** Whether it is an IANA name, as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const minuteMs = 60_000
/** Clocks change at a quarter of an hour. */
const quarterMs = 15 * minuteMs
const mostQuarters = 20_000

/** Memoized: Intl takes several µs, and a list of articles has twenty dates. */
export function createOffsetAt(timeZone: string): OffsetAt {
  if (timeZone === defaultTimeZone) return () => siteOffsetMs
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return memoize((time: number) => (Number.isFinite(time) ? offsetIn(format.formatToParts(time)) : 0), {
    keyOf: (time) => String(Math.floor(time / quarterMs)),
    ...mostEntries(mostQuarters),
  })
}

/** The offset in milliseconds, from a name such as `GMT-03:30`; `GMT` alone is 0. */
function offsetIn(parts: Intl.DateTimeFormatPart[]): number {
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * minuteMs
  return sign === '-' ? -size : size
}

/** Adds the offset to `2026-03-02T09:30:00`. A time that a change of the clocks skips or repeats gets one of the two. */
export function createWithOffset(timeZone: string): (local: string) => string {
  const offsetAt = createOffsetAt(timeZone)
  return (local) => {
    const asUtc = Date.parse(`${local}Z`)
    const ms = offsetAt(asUtc - offsetAt(asUtc))
    return `${local}${ms < 0 ? '-' : '+'}${new Date(Math.abs(ms)).toISOString().slice(11, 16)}`
  }
}
