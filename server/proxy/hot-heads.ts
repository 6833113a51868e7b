// The heads of the hot path's answers, each composed once in a second: the Age in it changes with the next.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cacheStatus } from '../cache/cache-status.ts'
import { encodedFields, isCompressible, withAcceptEncoding } from '../cache/encodings.ts'
import type { Encoding, Entry } from '../cache/entry.ts'
import type { Fields } from '../cache/semantics/fields.ts'
import { currentAge, stalenessOf } from '../cache/semantics/reuse.ts'
import { canRepeatHeads, type Head, headOf, repeatHead, staysOpen } from '../http/repeated-head.ts'
import { headersForVisitor } from './headers.ts'

type Form = Encoding | 'identity' | 'not-modified'
/** `time`: milliseconds since 1970. */
type Answer = { entry: Entry; form: Form; status: number; body: Buffer; time: number }
type Made = { fields: string[]; body: Buffer; head?: Head | undefined }

export function createHotHeads() {
  const canRepeat = canRepeatHeads()
  let common: Record<string, string> = {}
  let second = 0
  let made = new WeakMap<Entry, Map<Form, Made>>()

  const startSecond = (time: number) => {
    const started = Math.floor(time / 1000)
    if (started === second) return
    second = started
    made = new WeakMap()
  }

  const madeFor = ({ entry, form, body, time }: Answer): Made => {
    startSecond(time)
    let forms = made.get(entry)
    if (!forms) {
      forms = new Map()
      made.set(entry, forms)
    }
    const found = forms.get(form)
    // A head names the length of one body and goes with no other.
    if (found?.body === body) return found
    const fresh = { fields: fieldsOf(entry, form, time, common), body }
    forms.set(form, fresh)
    return fresh
  }

  return {
    end(request: IncomingMessage, response: ServerResponse, answer: Answer) {
      const { status, body } = answer
      const known = madeFor(answer)
      const isRepeatable = canRepeat && staysOpen(request, response)
      if (isRepeatable && known.head) return repeatHead(response, known.head, body)
      response.writeHead(status, known.fields)
      if (isRepeatable) known.head = headOf(response)
      response.end(body)
    },
    setCommonFields(fields: Record<string, string>) {
      common = fields
      made = new WeakMap()
    },
  }
}

/** Names and values in turn. */
function fieldsOf(entry: Entry, form: Form, time: number, common: Fields): string[] {
  // What this server made itself needs no filter.
  const stored = isCall(entry) ? headersForVisitor(entry.fields) : entry.fields
  const copy = form === 'identity' || form === 'not-modified' ? undefined : entry.encoded?.[form]
  const own: Fields = {
    ...common,
    ...stored,
    ...(form !== 'not-modified' && { 'content-length': String(entry.body.length) }),
    ...(isCompressible(entry) && { vary: withAcceptEncoding(stored) }),
    ...(copy && encodedFields({ name: form as Encoding, body: copy }, stored)),
    ...(!isCall(entry) && { 'server-timing': 'cache;desc=hit' }),
    age: String(Math.floor(currentAge(entry, time) / 1000)),
    'cache-status': cacheStatus.hit(-stalenessOf(entry, time)),
  }
  return Object.entries(own).flatMap(([name, value]) => [name, String(value)])
}

export function isCall({ key }: Entry): boolean {
  return key.startsWith('GET ')
}
