// Embedded content API: the call that stores a form submission.
import { canonicalFields, defaultForm, type FormField } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Log } from '../sources/markdown/problem.ts'
import type { ContentRepository } from '../store/repository.ts'
import { failure, malformed } from './failure.ts'
import type { CallInput } from './parameters.ts'

const nameLimit = 64
const keyLimit = 255

type FormInput = Pick<CallInput, 'param' | 'body' | 'lang' | 'headers' | 'repository'>

/** That of form.yaml; undefined: the default form. */
export function formOf({ site }: Pick<ContentRepository, 'site'>): FormField[] | undefined {
  const fields = site('form')
  return fields.length > 0 ? fields : undefined
}

type Message = {
  name: string
  /** Undefined: a message without one. */
  key: string | undefined
  /** A JSON object of texts. */
  body: string
  /** Spam flags, with spaces between them. */
  flags: string
  locale: Locale
}

/** Resolves with the key of the message, its own or a new one; rejects when it is not stored. */
export type SaveMessage = (message: Message) => Promise<{ id: string } | 'key reused'>

/** Succeeds only when the submission is stored. */
export function createFormCall({ save, log }: { save: SaveMessage; log: Log }) {
  return async ({ param: name, body, lang, headers, repository }: FormInput): Promise<{ id: string }> => {
    const key = headers['idempotency-key'] || undefined
    if ([...name].length > nameLimit || /\p{Cc}/u.test(name)) throw malformed('name', 'name')
    if (key && key.length > keyLimit) throw malformed('idempotency-key', 'key')
    const fields = readFormFields(body, formOf(repository) ?? defaultForm, lang)
    const flags = headers['form-flags'] ?? ''
    const saved = await store({ name, key, body: canonicalFields(fields), flags, locale: lang })
    if (saved === 'key reused') throw failure('keyReused')
    return saved
  }

  async function store(message: Message) {
    try {
      return await save(message)
    } catch (err) {
      log.error({ err }, 'form submission not stored')
      throw failure('notStored')
    }
  }
}

type FormFields = Record<string, string>

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
function readFormFields(body: Record<string, unknown>, form: readonly FormField[], lang: Locale): FormFields {
  if (Object.keys(body).length > fieldLimit) throw failure('tooManyFields')
  const problems = { ...missingIn(body, form), ...invalidIn(body) }
  const errors = Object.entries(problems).map(([field, message]): [string, string[]] => {
    return [field, [messages[message][lang]]]
  })
  if (errors.length > 0) throw failure('invalidFields', { errors: Object.fromEntries(errors) })
  return body as FormFields
}

type Problems = Record<string, keyof typeof messages>

/** Programs may have a consent text of their own, and send `email` or `phone` instead of `contact`. */
function missingIn(body: Record<string, unknown>, form: readonly FormField[]): Problems {
  const problems: Problems = {}
  for (const { name, type, required } of form) {
    if (!required || name === 'consent') continue
    if (type !== 'contact') {
      if (isBlank(body[name])) problems[name] = 'required'
    } else if (waysToReach.every((way) => isBlank(body[way]))) problems[name] = 'unreachable'
  }
  return problems
}

function invalidIn(body: Record<string, unknown>): Problems {
  const problems: Problems = {}
  for (const [field, value] of Object.entries(body)) {
    if (typeof value !== 'string') problems[field] = 'notText'
    else if ([...value].length > textLimit) problems[field] = 'tooLong'
  }
  return problems
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}
