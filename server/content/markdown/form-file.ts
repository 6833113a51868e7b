// form.yaml: the fields of the contact form in their order. A mistake is one of the whole file: the last valid form is served.

import {
  checkedText,
  invalid,
  mistakeOf,
  number,
  omit,
  oneOf,
  problemOf,
} from '../../../shared/content/content-error.ts'
import { say } from '../../../shared/content/problem.ts'
import { type Context, type Fields, type Reader, readFields } from '../../../shared/content/reader.ts'
import type { ContentOf } from '../../../shared/content/values.ts'
import {
  consentGiven,
  type FormField,
  type FormTexts,
  formElapsed,
  formFields,
  formFieldTypes,
  formProduct,
  formTrap,
  isKnownField,
} from '../../../shared/form.ts'
import { fileReader, filled } from './fields.ts'

const mostFields = 30
const longestText = 10_000
/** `title` and `result` are ids of the page. Objects inherit `constructor`. */
const reserved: readonly string[] = [formTrap, formElapsed, formProduct.name, 'title', 'result']

const fieldName = checkedText((name) => {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    return say('expected 1 to 40 of small letters, digits and _, with a letter first')
  return reserved.includes(name) || name in {} ? say('{name} is reserved for the page', { name }) : undefined
})

function limit(value: unknown): number {
  const characters = number(value)
  return Number.isInteger(characters) && characters >= 1 && characters <= longestText
    ? characters
    : invalid(say('expected a whole number from 1 to {most}', { most: longestText }))
}

const choiceFields = {
  value: { type: 'filled', required: true },
  zh: { type: 'filled' },
  en: { type: 'filled' },
} as const satisfies Fields
/** A text alone is value and label. */
function choice(item: unknown, context: Context): { value: string; label: FormTexts } {
  if (typeof item === 'string') return { value: filled(item), label: { zh: item, en: item } }
  // The types of the table are those of the values.
  const read = readFields(choiceFields, item, context) as ContentOf<typeof choiceFields, 'files'>
  const { value, zh = value, en = value } = read
  return { value, label: { zh, en } }
}

const written = {
  name: { type: fieldName, required: true },
  type: { type: oneOf(...formFieldTypes) },
  label: { type: 'filled', localized: 'any' },
  help: { type: 'filled', localized: 'any' },
  required: { type: 'flag' },
  limit: { type: limit },
  choices: { type: choice, list: true },
} as const satisfies Fields
const limits = { text: 200, email: 200, tel: 50, select: 200, textarea: 5000, checkbox: 3, contact: 200 }
const filledIn: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'tel' }

/** A field of the default form is as it is there, but for what is written. */
function field(value: unknown, context: Context): FormField {
  // The types of the table are those of the values.
  const { name, ...own } = readFields(written, value, context) as ContentOf<typeof written, 'files'>
  const known = isKnownField(name) ? formFields[name] : undefined
  const type = own.type ?? known?.type ?? 'text'
  const { label, help, required = known?.required ?? false, choices } = own
  if (!label && !known) omit(problemOf('', say('{field} is missing', { field: 'label' })), context)
  if ((type === 'select') !== choices.length > 0)
    return invalid(say(type === 'select' ? 'a select needs choices' : 'only a select has choices'), 'choices')
  const isKnownType = known?.type === type
  const longest = type === 'checkbox' ? consentGiven.length : own.limit
  return {
    name,
    type,
    required,
    limit: longest ?? (isKnownType ? known.limit : limits[type]),
    autoComplete: isKnownType ? known.autoComplete : (filledIn[type] ?? 'off'),
    ...(label && { label }),
    ...(help && { help }),
    ...(choices.length > 0 && { choices }),
  }
}

const fields = fileReader({ type: field, list: true, unique: 'name' }, { fatalOf: mistakeOf })

/** An empty list is the default form. */
export const readForm: Reader<FormField[]> = (...input) => {
  const read = fields(...input)
  if (read.length > mostFields) return invalid(say('expected at most {most} fields', { most: mostFields }))
  return read
}
