// Local time: dates of the content folder without an offset, in the time zone that site.yaml names.
import { type RecordOf, valueInSite } from './site-values.ts'

export const defaultTimeZone = 'Asia/Shanghai'

/** Whether it is an IANA name, as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Where site.yaml cannot be used, that of its last valid text, so that a mistake moves no date. */
export function timeZoneOf(folder: string, recordOf: RecordOf): string {
  const found = valueInSite(folder, recordOf, (site) => {
    const name = site && 'time_zone' in site ? site.time_zone : undefined
    return typeof name === 'string' && isTimeZone(name) ? name : defaultTimeZone
  })
  return found ?? defaultTimeZone
}

const minuteMs = 60_000

/** Adds the offset to `2026-03-02T09:30:00`. A time that a change of the clocks skips or repeats gets one of the two. */
export function createWithOffset(timeZone: string): (local: string) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })

  function offsetAt(time: number): string {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00'
  }

  return (local) => {
    const asUtc = Date.parse(`${local}Z`)
    return local + offsetAt(asUtc - minutesOf(offsetAt(asUtc)) * minuteMs)
  }
}

function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
  return offset.startsWith('-') ? -minutes : minutes
}
