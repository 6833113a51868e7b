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

const day = '(?:sun|mon|tue|wed|thu|fri|sat)'
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const time = '\\d\\d:[0-5]\\d:(?:[0-5]\\d|60)'
const imfFixdate = `${day}, \\d\\d ${month} \\d{4} ${time} gmt`
const rfc850 = `(?:sun|mon|tues|wednes|thurs|fri|satur)day, \\d\\d-${month}-\\d\\d ${time} gmt`
const asctime = `${day} ${month} [ \\d]\\d ${time} \\d{4}`
const httpDate = new RegExp(`^(?:${imfFixdate}|${rfc850}|${asctime})$`, 'i')

/** Milliseconds since 1970, or undefined for anything that is not one of the three formats. `now` places rfc850 years. */
export function parseHttpDate(text: string, now: number): number | undefined {
  if (!httpDate.test(text)) return undefined
  // For Date a leap second is none, and years of two digits are others.
  const known = text.replace(':60 ', ':59 ').replace(/-(\d\d) /, (_, year) => `-${fullYear(year, now)} `)
  const date = new Date(/gmt$/i.test(text) ? known : `${known} GMT`)
  // The first number is the day. 31 February is invalid, although Date reads it as a day in March.
  return date.getUTCDate() === Number.parseInt(text.replace(/\D+/, ''), 10) ? date.getTime() : undefined
}

export function formatHttpDate(time: number): string {
  return new Date(time).toUTCString()
}

/** RFC 9110 §5.6.7: a two-digit year more than 50 years ahead is in the past century. */
function fullYear(twoDigits: string, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + Number(twoDigits)
  return year > thisYear + 50 ? year - 100 : year
}
