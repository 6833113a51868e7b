// Development only: the scroll position and what was typed survive the reload after a change.
import { readSession, writeSession } from './storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Kept = { url: string; top: number; values: Record<string, string | boolean> }

const storageKey = 'development-input'
const fields = 'input:not([type="hidden"], [type="password"], [type="file"]), textarea, select'

export function keepInput() {
  const values = namedFields()
    .filter(([, field]) => isChanged(field))
    .map(([name, field]) => [name, currentValue(field)])
  const kept: Kept = { url: location.href, top: scrollY, values: Object.fromEntries(values) }
  writeSession(storageKey, kept)
}

/** Once, on the page on which it was kept. */
export function restoreInput() {
  const kept = readSession(storageKey) as Kept | undefined
  writeSession(storageKey, null)
  if (kept?.url !== location.href) return
  for (const [name, field] of namedFields()) {
    const value = kept.values[name]
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value
    else if (value !== undefined) field.value = value
  }
  const scroll = () => scrollTo({ top: kept.top, behavior: 'instant' })
  scroll()
  // Pictures and late parts may have made the page longer.
  addEventListener('load', scroll)
}

/** Names are not unique: with the number of those before of the same name. */
function namedFields(): [string, Field][] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Field>(fields)].map((field) => {
    const count = counts.get(field.name) ?? 0
    counts.set(field.name, count + 1)
    return [`${field.name} ${count}`, field]
  })
}

/** What was not touched may have got another value by the change. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  return isTickable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

function currentValue(field: Field): string | boolean {
  return isTickable(field) ? field.checked : field.value
}

function isTickable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}
