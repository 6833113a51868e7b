// Fields of forms: the value that the page has in them, and whether the visitor has changed it.

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

export function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox'
}

/** The value in the HTML of the page. */
export function defaultOf(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

export function isChanged(field: Field): boolean {
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== defaultOf(field)
}
