// CDN-Cache-Control (RFC 9213): a dictionary structured field, parsed strictly.
import { type Directives, deltaSeconds, flags, seconds } from './directives.ts'

const bareItem =
  /(?:-?\d{1,15}(?:\.\d{1,3})?|"(?:[ !#-[\]-~]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z0-9+/=]*:|\?[01])/
    .source
const key = '[a-z*][a-z0-9_.*-]*'
const parameters = `(?:; *${key}(?:=${bareItem})?)*`
const innerList = `\\( *(?:${bareItem}${parameters}(?: +|(?=\\))))*\\)`
const member = new RegExp(`(${key})(?:=(${bareItem}|${innerList}))?${parameters}`, 'y')
const comma = /[ \t]*,[ \t]*/y

/** Undefined for a field that is empty or not a dictionary: it is ignored (RFC 9213 §2.1). */
export function parseTargeted(header: string | undefined): Directives | undefined {
  const text = (header ?? '').trim()
  if (text === '') return undefined
  const found: Record<string, number | true | undefined> = {}
  let at = 0
  for (;;) {
    const [whole, name = '', value] = matchAt(member, text, at) ?? []
    if (whole === undefined) return undefined
    read(name, value, found)
    at += whole.length
    if (at === text.length) return found as Directives
    const separator = matchAt(comma, text, at)
    if (!separator) return undefined
    at += separator[0].length
  }
}

/** Of a repeated member the last one counts; a value of the wrong type is ignored (RFC 8941 §3.2, RFC 9213 §2.1). */
function read(name: string, value: string | undefined, found: Record<string, number | true | undefined>) {
  const flag = flags.get(name)
  if (flag) found[flag] = value === '?0' ? undefined : true
  const time = seconds.get(name)
  if (time) found[time] = value !== undefined && /^\d+$/.test(value) ? deltaSeconds(value) : undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
