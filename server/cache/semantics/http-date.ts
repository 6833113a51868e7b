// HTTP dates, strictly (RFC 9110 §5.6.7).

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const imfFixdate = /^(\w{3}), (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const rfc850 = /^(\w{6,9}), (\d{2})-(\w{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/
const asctime = /^(\w{3}) (\w{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/
const halfCentury = 50

/** Milliseconds since 1970, or undefined for anything that is not one of the three formats. `now` places rfc850 years. */
export function parseHttpDate(text: string, now: number): number | undefined {
  const fix = imfFixdate.exec(text)
  if (fix) return utc(fix[1], fix[4], fix[3], fix[2], fix.slice(5))
  const old = rfc850.exec(text)
  if (old)
    return utc(old[1]?.slice(0, 3), String(fullYear(Number(old[4]), now)), old[3], old[2], old.slice(5))
  const plain = asctime.exec(text)
  if (plain) return utc(plain[1], plain[7], plain[2], plain[3], plain.slice(4, 7))
  return undefined
}

export function formatHttpDate(time: number): string {
  return new Date(time).toUTCString()
}

function utc(dayName = '', year = '', monthName = '', day = '', clock: string[]): number | undefined {
  const month = months.indexOf(monthName)
  const [hour = 0, minute = 0, second = 0] = clock.map(Number)
  if (month < 0 || !days.includes(dayName) || hour > 23 || minute > 59 || second > 60) return undefined
  const time = Date.UTC(Number(year), month, Number(day), hour, minute, second)
  // 31 February is no date, though Date would take it for one in March.
  return new Date(time).getUTCDate() === Number(day) || second === 60 ? time : undefined
}

/** RFC 9110 §5.6.7: a two-digit year more than 50 years ahead is in the past century. */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + halfCentury ? year - 100 : year
}
