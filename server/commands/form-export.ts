// The table of form submissions that `forms export` prints, as CSV.
import type { FormField } from '../../shared/form.ts'

/** `delivered`: to an upstream, with a notification that is not sent; the others are the states of an outbox. */
export type StoredForm = {
  /** The reference that the visitor was shown. */
  reference: string
  id: string
  receivedAt: string
  state: 'stored' | 'delivered' | 'waiting' | 'refused'
  form: string
  flags: string
  fields: Record<string, string>
}

/** A row of names, then a row for each submission: the fields of the form in its order, then those that it does not have now. */
export function tableOf(all: StoredForm[], form: readonly FormField[]): string[][] {
  const sent = new Set(all.flatMap(({ fields }) => Object.keys(fields)))
  const own = form.flatMap(({ name }) => (sent.has(name) ? name : []))
  const names = [...new Set([...own, ...sent])]
  const rows = all.map(({ reference, id, receivedAt, state, form, flags, fields }) => [
    reference,
    id,
    receivedAt,
    state,
    form,
    flags,
    ...names.map((name) => fields[name] ?? ''),
  ])
  return [['reference', 'id', 'received', 'state', 'form', 'flags', ...names], ...rows]
}

/** CSV injection: characters that start a formula in spreadsheets; East Asian ones accept full-width signs as well. */
const formulaStart = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]/

/** RFC 4180, with a byte order mark, by which spreadsheets detect UTF-8. */
export function csv(rows: string[][]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
