// Form validation, the same in the browser and on the server.
import {
  consentGiven,
  type FormErrors,
  type FormField,
  type FormValues,
  formFieldNames,
  formFields,
} from './form.ts'
import type { MessageKey, Translate } from './i18n/translate.ts'

const email = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/
/** At least five digits, with country code, spaces, brackets, extension. */
const phone = /^(?=(?:\D*\d){5})\+?(?:[\d\s().\-–—/#]|ext\.?|x|转|分机){5,40}$/i
/** Control characters; `text` fields allow tab and newline, `line` fields do not. */
const notText = /[\u0000-\u0008\u000b-\u001f\u007f]/
const notLine = /[\u0000-\u001f\u007f]/

/** Empty if all fields are valid. Values are normalized with `tidy` (form.ts). */
export function checkForm(values: FormValues, t: Translate): FormErrors {
  const wrong = formFieldNames.flatMap((name) => {
    const error = checkField(name, values[name] ?? '', t)
    return error ? [[name, error] as const] : []
  })
  return Object.fromEntries(wrong)
}

function checkField(name: FormField, value: string, t: Translate): string | undefined {
  const { kind, limit, required } = formFields[name]
  if (value === '') return required ? t(missing[name as keyof typeof missing]) : undefined
  if (value.length > limit) return t('form.error.tooLong', { limit })
  if (!value.isWellFormed() || (kind === 'text' ? notText : notLine).test(value))
    return t('form.error.characters')
  if (kind === 'reach' && !isReachable(value)) return t('form.error.unreachable')
  if (kind === 'consent' && value !== consentGiven) return t(missing.consent)
  if (kind === 'context' && !/^\d+$/.test(value)) return t('form.error.characters')
  return undefined
}

function isReachable(value: string): boolean {
  // NFKC maps full-width digits and letters to ASCII.
  const plain = value.normalize('NFKC')
  return email.test(plain) || phone.test(plain)
}

const missing = {
  name: 'form.error.name',
  contact: 'form.error.contact',
  message: 'form.error.message',
  consent: 'form.error.consent',
} as const satisfies Partial<Record<FormField, MessageKey>>
