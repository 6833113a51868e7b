// Header fields: lower-case names, values as sent.

export type Fields = Record<string, string | string[]>

/** The combined value (RFC 9110 §5.3), or undefined. */
export function field(fields: Partial<Fields>, name: string): string | undefined {
  const value = fields[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The members of a comma-separated list, trimmed. */
export function listMembers(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((member) => member.trim())
    .filter(Boolean)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const imfFixdate = /^(?:sun|mon|tue|wed|thu|fri|sat), (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/
const rfc850 =
  /^(?:sun|mon|tues|wednes|thurs|fri|satur)day, (\d{2})-(\w{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/
const asctime = /^(?:sun|mon|tue|wed|thu|fri|sat) (\w{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/

/** Milliseconds since 1970, or undefined for anything that is not one of the three formats. `now` places rfc850 years. */
export function parseHttpDate(text: string, now: number): number | undefined {
  const lower = text.toLowerCase()
  const fix = imfFixdate.exec(lower)
  if (fix) return utc(Number(fix[3]), fix[2], fix[1], fix.slice(4))
  const old = rfc850.exec(lower)
  if (old) return utc(fullYear(Number(old[3]), now), old[2], old[1], old.slice(4))
  const plain = asctime.exec(lower)
  return plain ? utc(Number(plain[6]), plain[1], plain[2], plain.slice(3, 6)) : undefined
}

export function formatHttpDate(time: number): string {
  return new Date(time).toUTCString()
}

function utc(year: number, monthName = '', day = '', clock: string[]): number | undefined {
  const month = months.indexOf(monthName)
  const [hour = 0, minute = 0, second = 0] = clock.map(Number)
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return undefined
  // 31 February is invalid, although Date reads it as a day in March.
  if (new Date(Date.UTC(year, month, Number(day))).getUTCDate() !== Number(day)) return undefined
  return Date.UTC(year, month, Number(day), hour, minute, second)
}

/** RFC 9110 §5.6.7: a two-digit year more than 50 years ahead is in the past century. */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}
