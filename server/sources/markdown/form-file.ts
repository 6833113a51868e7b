// form.yaml: the fields of the contact form in their order. A mistake is one of the whole file: the last valid form is served.
import { say } from '../../../shared/content/problem.ts'
import {
  type Content,
  distinct,
  flag,
  list,
  number,
  oneOf,
  optional,
  type Reader,
  text,
  whole,
} from '../../../shared/content/reader.ts'
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
import { filled, invalid, object } from './fields.ts'

const mostFields = 30
const longestText = 10_000
/** `title` and `result` are ids of the page. */
const reserved: readonly string[] = [formTrap, formElapsed, formProduct.name, 'title', 'result']

const fieldName: Reader<string> = (value, richText) => {
  const name = text(value, richText)
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    return invalid(say('expected 1 to 40 of small letters, digits and _, with a letter first'))
  return reserved.includes(name) ? invalid(say('{name} is reserved for the page', { name })) : name
}

const inLanguages = { zh: optional(filled), en: optional(filled) }
const someTexts = object(inLanguages)
/** A text alone is that of both languages. */
const texts: Reader<FormTexts> = (value, richText, lenient) =>
  typeof value === 'string'
    ? { zh: filled(value, richText), en: value }
    : given(someTexts(value, richText, lenient))

function given({ zh, en }: Content<typeof someTexts>): FormTexts {
  if (zh === undefined && en === undefined) return invalid(say('expected a text in a language of the site'))
  return { ...(zh !== undefined && { zh }), ...(en !== undefined && { en }) }
}

const limit: Reader<number> = (value, richText) => {
  const characters = number(value, richText)
  return Number.isInteger(characters) && characters >= 1 && characters <= longestText
    ? characters
    : invalid(say('expected a whole number from 1 to {most}', { most: longestText }))
}

const choiceFields = object({ value: filled, ...inLanguages })
/** A text alone is value and label. */
const choice: Reader<{ value: string; label: FormTexts }> = (item, richText, lenient) => {
  if (typeof item === 'string') return { value: filled(item, richText), label: { zh: item, en: item } }
  const { value, zh = value, en = value } = choiceFields(item, richText, lenient)
  return { value, label: { zh, en } }
}

const written = object({
  name: fieldName,
  type: optional(oneOf(...formFieldTypes)),
  label: optional(texts),
  help: optional(texts),
  required: optional(flag),
  limit: optional(limit),
  choices: optional(list(choice)),
})

const field: Reader<FormField> = (value, richText, lenient) => withDefaults(written(value, richText, lenient))

const limits = { text: 200, email: 200, tel: 50, select: 200, textarea: 5000, checkbox: 3, contact: 200 }
const filledIn: Partial<Record<FormField['type'], string>> = { email: 'email', tel: 'tel' }

/** A field of the default form is as it is there, but for what is written. */
function withDefaults({ name, ...own }: Content<typeof written>): FormField {
  const known = isKnownField(name) ? formFields[name] : undefined
  const type = own.type ?? known?.type ?? 'text'
  const { label, help, required = known?.required ?? false, choices } = own
  if (!label && !known) return invalid(say('label is missing'))
  if ((type === 'select') !== (choices !== undefined && choices.length > 0))
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
    ...(choices && { choices }),
  }
}

const isTaken = ({ name }: FormField) => say('{name} is already a field of the form', { name })
const fields = whole(distinct(field, 'name', isTaken))

/** An empty list is the default form. */
export const readForm: Reader<FormField[]> = (...input) => {
  const read = fields(...input)
  if (read.length > mostFields) return invalid(say('expected at most {most} fields', { most: mostFields }))
  return read
}
