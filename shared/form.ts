// The contact form's fields with their limits: the one table behind the page, the browser's check and the server's.

/** Limits in UTF-16 units, as browsers count them. `context` fields are filled in by links, not by visitors. */
export const formFields = {
  name: { kind: 'line', limit: 100, required: true, autoComplete: 'name' },
  company: { kind: 'line', limit: 200, required: false, autoComplete: 'organization' },
  contact: { kind: 'reach', limit: 200, required: true, autoComplete: 'email' },
  topic: { kind: 'line', limit: 200, required: false, autoComplete: 'off' },
  message: { kind: 'text', limit: 5000, required: true, autoComplete: 'off' },
  consent: { kind: 'consent', limit: 3, required: true, autoComplete: 'off' },
  product: { kind: 'context', limit: 20, required: false, autoComplete: 'off' },
} as const

export type FormField = keyof typeof formFields
export type FormFieldKind = (typeof formFields)[FormField]['kind']
export type FormValues = Partial<Record<FormField, string>>
export const formFieldNames = Object.keys(formFields) as FormField[]

/** What the form says about its making; never sent on. `trap` looks like a field to programs alone. */
export const formTrap = 'homepage'
/** Milliseconds between the form's appearance and its sending, where there is JavaScript. */
export const formElapsed = 'elapsed'
export const consentGiven = 'yes'

/** By field, one sentence in the page's language; a field may be one that only the origin knows. */
export type FormErrors = Record<string, string>

/** A submission that was not taken: the page is shown again with what was typed. */
export type FormState = { values: FormValues; errors: FormErrors; message: string }

/** Of text fields: without spaces around, and with one kind of line end. */
export function tidy(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim()
}
