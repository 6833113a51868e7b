// The rules for the fields of a form.
import type { Locale } from '../../shared/locale.ts'
import { failure } from './failure.ts'

export type FormFields = Record<string, string>

const fieldLimit = 40
const textLimit = 10_000
const waysToReach = ['contact', 'email', 'phone']

const messages = {
  required: { zh: '请填写这一项', en: 'Please fill in this field' },
  unreachable: { zh: '请至少留下一种联系方式', en: 'Please enter your email address or phone number' },
  notText: { zh: '只能填写文字', en: 'This must be text' },
  tooLong: { zh: `请不要超过 ${textLimit} 个字符`, en: `Please use no more than ${textLimit} characters` },
} as const satisfies Record<string, Record<Locale, string>>

/** Throws Failure with a message for each bad field, in the visitor's language. */
export function readFormFields(body: Record<string, unknown>, lang: Locale): FormFields {
  if (Object.keys(body).length > fieldLimit) throw failure('tooManyFields')
  const wrong = { ...missingIn(body), ...wrongIn(body) }
  const errors = Object.entries(wrong).map(([field, message]): [string, string[]] => {
    return [field, [messages[message][lang]]]
  })
  if (errors.length > 0) throw failure('invalidFields', { errors: Object.fromEntries(errors) })
  return body as FormFields
}

type Wrong = Record<string, keyof typeof messages>

function missingIn(body: Record<string, unknown>): Wrong {
  const wrong: Wrong = {}
  for (const field of ['name', 'message']) {
    if (isBlank(body[field])) wrong[field] = 'required'
  }
  if (waysToReach.every((field) => isBlank(body[field]))) wrong.contact = 'unreachable'
  return wrong
}

function wrongIn(body: Record<string, unknown>): Wrong {
  const wrong: Wrong = {}
  for (const [field, value] of Object.entries(body)) {
    if (typeof value !== 'string') wrong[field] = 'notText'
    else if ([...value].length > textLimit) wrong[field] = 'tooLong'
  }
  return wrong
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}
