// Local time: dates of the content folder without an offset, in the time zone that site.yaml names.
import { join } from 'node:path'
import { parse } from 'yaml'
import { isNamed, readRegularFile } from './regular-file.ts'

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

/**
 * The reader of site.yaml reports what is wrong with the file or the name. Where the file cannot be used, the zone is that of the
 * text in its record, so that a mistake moves no date.
 */
export function timeZoneOf(folder: string, recordOf: (file: string) => Uint8Array | undefined): string {
  const file = 'site.yaml'
  if (!isNamed(join(folder, file))) return defaultTimeZone
  return zoneIn(() => readRegularFile(join(folder, file))) ?? zoneIn(() => recordOf(file)) ?? defaultTimeZone
}

/** Undefined where the text is not usable. */
function zoneIn(read: () => Uint8Array | undefined): string | undefined {
  try {
    const site: unknown = parse(Buffer.from(read() ?? '[]').toString())
    if (site === null) return defaultTimeZone
    if (typeof site !== 'object' || Array.isArray(site)) return undefined
    const name = 'time_zone' in site ? site.time_zone : undefined
    return typeof name === 'string' && isTimeZone(name) ? name : defaultTimeZone
  } catch {
    return undefined
  }
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
