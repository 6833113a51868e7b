// Drafts: what a visitor has typed into a form is kept in this tab until it is sent, for the form of each language.
import { type Field, isBox, isChanged, isField } from './fields.ts'
import { readSession, writeSession } from './storage.ts'

/** Sent to the document with the name of a form. */
export const sentEvent = 'site:sent'

/** The values that were typed, by field; '' for a box that is not ticked. */
type Draft = Record<string, string>

const storageKey = 'drafts'

/** The returned function shows the drafts on a new page. */
export function installDrafts(): () => void {
  const drafts = new Map(Object.entries((readSession(storageKey) ?? {}) as Record<string, Draft>))

  const store = (name: string, draft: Draft) => {
    if (Object.values(draft).some(Boolean)) drafts.set(name, draft)
    else drafts.delete(name)
    writeSession(storageKey, Object.fromEntries(drafts))
  }
  const keep = (field: Field) => {
    const name = formName(field.form)
    if (name) store(name, { ...drafts.get(name), [field.name]: typedIn(field) })
  }
  const showNote = (form: HTMLFormElement) => {
    const note = form.querySelector<HTMLElement>('[data-draft]')
    if (note) note.hidden = !drafts.has(formName(form) ?? '')
  }
  const show = () => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-sent]'))
      store(dataset['sent']!, {})
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) {
      const draft = drafts.get(formName(form) ?? '') ?? {}
      for (const field of fieldsOf(form)) {
        const value = draft[field.name]
        // A value may have been typed before this program ran.
        if (isChanged(field)) keep(field)
        else if (value !== undefined) write(field, value)
      }
      showNote(form)
    }
  }
  document.addEventListener('input', ({ target }) => {
    if (!isFilledIn(target)) return
    keep(target)
    if (target.form) showNote(target.form)
  })
  document.addEventListener(sentEvent, (event) => store((event as CustomEvent<string>).detail, {}))
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-draft] button') : null
    if (!button?.form) return
    store(formName(button.form) ?? '', {})
    const fields = fieldsOf(button.form)
    for (const field of fields) write(field, '')
    showNote(button.form)
    fields[0]?.focus()
  })
  show()
  return show
}

function formName(form: HTMLFormElement | null): string | undefined {
  return form?.dataset['form']
}

/** A field that people fill in. */
function isFilledIn(target: EventTarget | null): target is Field {
  return isField(target) && target.id.startsWith('form-')
}

function fieldsOf({ elements }: HTMLFormElement): Field[] {
  return [...elements].filter(isFilledIn)
}

function typedIn(field: Field): string {
  return isBox(field) && !field.checked ? '' : field.value
}

function write(field: Field, value: string): void {
  if (isBox(field)) field.checked = value !== ''
  else field.value = value
}
