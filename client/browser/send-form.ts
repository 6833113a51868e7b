// Form submission in place: validates and posts the contact form.
import { errorMessage, fieldMessages } from '../../shared/api/error-message.ts'
import { isResolvingError, sendCall, type Transport } from '../../shared/api/request.ts'
import { pageShownMark } from '../../shared/constants.ts'
import { isApiError } from '../../shared/errors.ts'
import {
  type FormErrors,
  type FormField,
  type FormState,
  type FormValues,
  formElapsed,
  tidy,
} from '../../shared/form.ts'
import { checkForm } from '../../shared/form-check.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Locale } from '../../shared/locale.ts'
import { sentEvent } from './drafts.ts'
import { toast } from './toasts.ts'
import { browserTransport } from './transport.ts'

type Sending = {
  element: HTMLFormElement
  formName: string
  fields: readonly FormField[]
  locale: Locale
  t: Translate
  /** The last attempt of this form; written here. */
  last: { current: Attempt | undefined }
}
type Sent = { sent: string } | { state: FormState }
export type Attempt = { content: string; key: string }

/** Never rejects. The same content keeps its idempotency key, so that a repeated attempt is the same submission. */
export async function sendForm({ element, formName, fields, locale, t, last }: Sending): Promise<Sent> {
  const values = typedValues(element)
  const errors = checkForm(values, t, fields)
  if (Object.keys(errors).length > 0) return { state: { values, errors, message: '' } }
  const content = JSON.stringify(values)
  const key = last.current?.content === content ? last.current.key : newKey()
  last.current = { content, key }
  const state = (problem: { errors?: FormErrors; message?: string }): Sent => ({
    state: { values, errors: {}, message: '', ...problem },
  })
  let reference = ''
  const transport: Transport = async (request) => {
    const response = await browserTransport(request, { headers: { 'Idempotency-Key': key } })
    reference = response.headers.get('form-reference') ?? ''
    return response
  }
  const path = `/api/home/form/${encodeURIComponent(formName).replaceAll('%3A', ':')}`
  try {
    const payload = { ...values, [formElapsed]: String(elapsedMs()) }
    const data = await sendCall({ transport, locale }, 'POST', path, payload)
    if (isResolvingError(data))
      return state({ message: announce(errorMessage(data) || t('error.transport'), t) })
    document.dispatchEvent(new CustomEvent(sentEvent, { detail: formName }))
    return { sent: reference }
  } catch (error) {
    if (!navigator.onLine) return state({ message: t('form.offline') })
    const { message = '', body, kind } = isApiError(error) ? error : {}
    const errors = fieldMessages(isRecord(body) && body['errors'], ' ')
    const said = announce(message || t(kind === 'refused' ? 'error.system' : 'error.transport'), t)
    return state(Object.keys(errors).length > 0 ? { errors } : { message: said })
  }
}

/** The remaining errors after one field was changed; undefined if there are none. */
export function checkAgain(changed: {
  element: HTMLFormElement
  fields: readonly FormField[]
  name: string
  state: FormState
  t: Translate
}): FormState | undefined {
  const { element, fields, name, state, t } = changed
  const now: FormErrors = checkForm(typedValues(element), t, fields)
  const errors = Object.entries(state.errors).flatMap(([field, error]) => {
    const remaining = field === name ? now[field] : error
    return remaining ? [[field, remaining]] : []
  })
  return errors.length > 0 || state.message ? { ...state, errors: Object.fromEntries(errors) } : undefined
}

function typedValues(element: HTMLFormElement): FormValues {
  return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, tidy(String(value))]))
}

/** The time since the page was shown: the code of the form is loaded later, by a navigation or by the first touch of a field. */
function elapsedMs(): number {
  const [shown] = performance.getEntriesByName(pageShownMark)
  return Math.round(performance.now() - (shown?.startTime ?? 0))
}

/** crypto.randomUUID exists in secure contexts only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Returns the message. */
function announce(message: string, t: Translate): string {
  toast({ type: 'error', text: t('form.failed', { message }) })
  return message
}

const results = ['form.isSent', 'form.isDiscarded', 'form.inError'] as const

/** The title says first what has become of the message. */
export function nameResult(result: (typeof results)[number], t: Translate): void {
  document.title = t(result) + results.reduce((title, known) => title.replace(t(known), ''), document.title)
}
