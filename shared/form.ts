// Fields of the contact form with their limits: one table for the page and for validation in browser and server.

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

/** Honeypot: a hidden field that only bots fill in; not sent to the origin. */
export const formTrap = 'homepage'
/** Milliseconds from rendering to submission, if there is JavaScript; not sent to the origin. */
export const formElapsed = 'elapsed'
export const consentGiven = 'yes'

/** By field, one sentence in the page's language; a field may be known to the origin only. */
export type FormErrors = Record<string, string>

/** A rejected submission: the page is rendered again with its values. */
export type FormState = { values: FormValues; errors: FormErrors; message: string }

/** Normalizes a text field: trimmed, with `\n` as line ends. */
export function tidy(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim()
}

/** JSON independent of the order of the fields, so that a repeated submission is recognised. */
export function canonicalFields(fields: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
}
