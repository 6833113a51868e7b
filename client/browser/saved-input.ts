// Saved input (development only): scroll position and field values survive a live reload.
import { readSession, writeSession } from './storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Saved = { url: string; top: number; values: Record<string, string | boolean> }

const storageKey = 'development-input'
const fields = 'input:not([type="hidden"], [type="password"], [type="file"]), textarea, select'

export function saveInput() {
  const values = namedFields()
    .filter(([, field]) => isChanged(field))
    .map(([name, field]) => [name, currentValue(field)])
  const saved: Saved = { url: location.href, top: scrollY, values: Object.fromEntries(values) }
  writeSession(storageKey, saved)
}

/** Once, on the same URL. */
export function restoreInput() {
  const saved = readSession(storageKey) as Saved | undefined
  writeSession(storageKey, null)
  if (saved?.url !== location.href) return
  for (const [name, field] of namedFields()) {
    const value = saved.values[name]
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value
    else if (value !== undefined) field.value = value
  }
  const scroll = () => scrollTo({ top: saved.top, behavior: 'instant' })
  scroll()
  // Images and deferred parts may have made the page longer.
  addEventListener('load', scroll)
}

/** Names are not unique: each is followed by its index among the fields of that name. */
function namedFields(): [string, Field][] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Field>(fields)].map((field) => {
    const count = counts.get(field.name) ?? 0
    counts.set(field.name, count + 1)
    return [`${field.name} ${count}`, field]
  })
}

/** Only changed fields are saved: the default of another field may have changed in the source. */
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
