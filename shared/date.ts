// Dates of the origin in one form, whatever the time zone of the machine that reads them.
import { siteOffset } from './constants.ts'

/** Seconds and their fraction, the time, and the offset may be missing; PHP separates with a space or slashes. */
const pattern =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:[.,]\d{1,9})?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** ISO 8601 with an offset: +08:00 where the text has none. Undefined for text that is not a date. */
export function dateWithOffset(text: string): string | undefined {
  const found = pattern.exec(text.trim())
  if (!found) return undefined
  const [, year, , month, day, time = '00:00', seconds = ':00', offset = siteOffset] = found
  const date = `${year}-${month}-${day}T${time}${seconds.replace(',', '.')}${spelledOffset(offset)}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
}

/** `+0800` and `+08` are `+08:00`. */
function spelledOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return hours ? `${hours}:${minutes}` : 'Z'
}
