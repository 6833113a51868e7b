// Header fields: lower-case names, values as sent.

export type Fields = Record<string, string | string[]>

/** The combined value (RFC 9110 §5.3), or undefined. */
export function field(fields: Fields, name: string): string | undefined {
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
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const shortDays = days.map((day) => day.slice(0, 3))
const imfFixdate = /^(\w{3}), (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/
const rfc850 = /^(\w{6,9}), (\d{2})-(\w{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/
const asctime = /^(\w{3}) (\w{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/
const halfCentury = 50

/** Milliseconds since 1970, or undefined for anything that is not one of the three formats. `now` places rfc850 years. */
export function parseHttpDate(text: string, now: number): number | undefined {
  const lower = text.toLowerCase()
  const fix = imfFixdate.exec(lower)
  if (fix && shortDays.includes(fix[1]!)) return utc(fix[4], fix[3], fix[2], fix.slice(5))
  const old = rfc850.exec(lower)
  if (old && days.includes(old[1]!))
    return utc(String(fullYear(Number(old[4]), now)), old[3], old[2], old.slice(5))
  const plain = asctime.exec(lower)
  if (plain && shortDays.includes(plain[1]!)) return utc(plain[7], plain[2], plain[3], plain.slice(4, 7))
  return undefined
}

export function formatHttpDate(time: number): string {
  return new Date(time).toUTCString()
}

function utc(year = '', monthName = '', day = '', clock: string[]): number | undefined {
  const month = months.indexOf(monthName)
  const [hour = 0, minute = 0, second = 0] = clock.map(Number)
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return undefined
  // 31 February is invalid, although Date reads it as a day in March.
  if (new Date(Date.UTC(Number(year), month, Number(day))).getUTCDate() !== Number(day)) return undefined
  return Date.UTC(Number(year), month, Number(day), hour, minute, second)
}

/** RFC 9110 §5.6.7: a two-digit year more than 50 years ahead is in the past century. */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + halfCentury ? year - 100 : year
}
