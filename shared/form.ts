// Fields of the contact form with their limits: one table for page, validation in browser and server, storage and notifications.
import type { Locale } from './locale.ts'

/** The types of fields in form.yaml. */
export const formFieldTypes = ['text', 'email', 'tel', 'select', 'textarea', 'checkbox'] as const
/** The texts in the languages of the site; one of them serves the other. */
export type FormTexts = Partial<Record<Locale, string>>

export type FormField = {
  name: string
  /** `contact`: an e-mail address or a phone number, as in the default form. */
  type: (typeof formFieldTypes)[number] | 'contact'
  /** Default: the message `form.{name}`. */
  label?: FormTexts
  help?: FormTexts
  required: boolean
  /** The limit in UTF-16 units, as browsers count them. */
  limit: number
  autoComplete: string
  /** The choices of a `select`. */
  choices?: { value: string; label: FormTexts }[]
}

export const consentGiven = 'yes'

/** The default form, by name. */
export const formFields = {
  name: { type: 'text', limit: 100, required: true, autoComplete: 'name' },
  company: { type: 'text', limit: 200, required: false, autoComplete: 'organization' },
  contact: { type: 'contact', limit: 200, required: true, autoComplete: 'email' },
  topic: { type: 'text', limit: 200, required: false, autoComplete: 'off' },
  message: { type: 'textarea', limit: 5000, required: true, autoComplete: 'off' },
  consent: { type: 'checkbox', limit: consentGiven.length, required: true, autoComplete: 'off' },
} as const satisfies Record<string, Omit<FormField, 'name'>>

export function isKnownField(name: string): name is keyof typeof formFields {
  return Object.hasOwn(formFields, name)
}

export const defaultForm: readonly FormField[] = Object.entries(formFields).map(([name, field]) => ({
  name,
  ...field,
}))

/** The id of a product, filled in by links and not by visitors. */
export const formProduct = { name: 'product', limit: 20 } as const
/** Honeypot: a hidden field that only bots fill in; not sent to the upstream. */
export const formTrap = 'homepage'
/** Milliseconds from rendering to submission, if there is JavaScript; not sent to the upstream. */
export const formElapsed = 'elapsed'

/** The values by name. */
export type FormValues = Record<string, string>

/** The errors by field, one sentence in the page's language; a field may be known to the upstream only. */
export type FormErrors = Record<string, string>

/** A rejected submission: the page is rendered again with its values. */
export type FormState = { values: FormValues; errors: FormErrors; message: string }

/** The text in a language, else in the other. */
export function formText(texts: FormTexts | undefined, locale: Locale): string | undefined {
  return texts?.[locale] ?? Object.values(texts ?? {})[0]
}

/** Vertical tab (Word), form feed, NEL, line and paragraph separator. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/**
 * Soft hyphen, zero-width space, word joiner, byte order mark, and marks of direction, which telephones put around numbers. Joiners
 * (U+200C, U+200D) are part of words and emoji.
 */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A text as it is checked, stored and sent: trimmed, without invisible characters, with `\n` as line ends; tabs in one line are spaces. */
export function tidy(value: string): string {
  const text = value.replace(lineEnds, '\n').replace(invisible, '').trim()
  return text.includes('\n') ? text : text.replaceAll('\t', ' ')
}

/** JSON independent of the order of the fields, so that a repeated submission is recognised. */
export function canonicalFields(fields: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
}
