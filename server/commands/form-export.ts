// Messages as `forms export` prints them, as CSV or JSON.
import { defaultForm } from '../../shared/form.ts'
import { fieldsIn, type Message } from '../forms/message.ts'

export type StoredForm = ReturnType<typeof storedForm>

/** `delivered`: to an upstream, with a notification that is not sent; the others are the states of an outbox. */
export function storedForm({ key, reference, received, form, flags, fields, deliveries }: Message) {
  const state = deliveries.find(({ channel }) => channel === 'upstream')?.state ?? 'stored'
  const receivedAt = new Date(received).toISOString()
  return { reference, id: key, receivedAt, state, form, flags, fields: fieldsIn(fields) }
}

/** CSV injection: characters that start a formula in spreadsheets; East Asian ones accept full-width signs as well. */
const formulaStart = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]/

/** RFC 4180, with a byte order mark, by which spreadsheets detect UTF-8. A row of names, then a row for each submission. */
export function csv(all: StoredForm[]): string {
  const sent = new Set(all.flatMap(({ fields }) => Object.keys(fields)))
  const known = defaultForm.flatMap(({ name }) => (sent.has(name) ? name : []))
  const names = [...new Set([...known, ...sent])]
  const rows = all.map(({ reference, id, receivedAt, state, form, flags, fields }) => {
    const about = [reference, id, receivedAt, state, form, flags]
    return [...about, ...names.map((name) => fields[name] ?? '')]
  })
  const table = [['reference', 'id', 'received', 'state', 'form', 'flags', ...names], ...rows]
  return `\ufeff${table.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
