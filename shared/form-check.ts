// Form validation, the same in the browser and on the server.
import {
  consentGiven,
  defaultForm,
  type FormErrors,
  type FormField,
  type FormValues,
  formProduct,
} from './form.ts'
import type { MessageKey, Translate } from './i18n/translate.ts'
import { isWellFormed } from './well-formed.ts'

const email = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/
/** A number has at least five digits, with country code, spaces, brackets, extension. */
const phone = /^(?=(?:\D*\d){5})\+?(?:[\d\s().\-–—/#]|ext\.?|x|转|分机){5,40}$/i
/** Control characters; `textarea` fields allow tab and newline, others do not. */
const notText = /[\u0000-\u0008\u000b-\u001f\u007f]/
const notLine = /[\u0000-\u001f\u007f]/

/** Other clients may send `email` or `phone` instead of `contact`, and have their own consent text. */
export function checkedValues(values: FormValues, fields: readonly FormField[]): FormValues {
  const names = [...fields.map(({ name }) => name), formProduct.name]
  const known = names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))
  const reach = values['contact'] ?? (values['email'] || values['phone'] || '')
  return { consent: consentGiven, ...Object.fromEntries(known), contact: reach }
}

/** Empty if all fields are valid. Values are normalized with `tidy` (form.ts). Other values are not checked. */
export function checkForm(
  values: FormValues,
  t: Translate,
  fields: readonly FormField[] = defaultForm,
): FormErrors {
  const errors = fields.map((field) => [field.name, checkField(field, values[field.name] ?? '', t)] as const)
  const product = values[formProduct.name] ?? ''
  const isProduct = product.length <= formProduct.limit && /^\d*$/.test(product)
  const all = [...errors, [formProduct.name, isProduct ? undefined : t('form.error.characters')] as const]
  return Object.fromEntries(all.flatMap(([name, error]) => (error ? [[name, error]] : [])))
}

function checkField(field: FormField, value: string, t: Translate): string | undefined {
  const { type, limit, required } = field
  if (value === '') return required ? t(missingIn(field)) : undefined
  if (value.length > limit) return t('form.error.tooLong', { limit })
  if (!isWellFormed(value) || (type === 'textarea' ? notText : notLine).test(value))
    return t('form.error.characters')
  const problem = typeProblem(field, value)
  return problem && t(problem)
}

/** `value` is not empty. */
function typeProblem(field: FormField, value: string): MessageKey | undefined {
  // NFKC maps full-width digits and letters to ASCII.
  const plain = value.normalize('NFKC')
  switch (field.type) {
    case 'contact':
      return email.test(plain) || phone.test(plain) ? undefined : 'form.error.unreachable'
    case 'email':
      return email.test(plain) ? undefined : 'form.error.email'
    case 'tel':
      return phone.test(plain) ? undefined : 'form.error.tel'
    case 'select':
      return field.choices?.some((choice) => choice.value === value) ? undefined : 'form.error.choice'
    case 'checkbox':
      return value === consentGiven ? undefined : missingIn(field)
    case 'text':
    case 'textarea':
      return undefined
    default:
      return field.type satisfies never
  }
}

const missing: Partial<Record<string, MessageKey>> = {
  name: 'form.error.name',
  contact: 'form.error.contact',
  message: 'form.error.message',
  consent: 'form.error.consent',
}

/** A field with a label of its own has no sentence of its own. */
function missingIn({ name, label }: FormField): MessageKey {
  return (label ? undefined : missing[name]) ?? 'form.error.required'
}
