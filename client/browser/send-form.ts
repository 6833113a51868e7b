// Form submission in place: validates and posts the contact form.
import { fieldMessages, shownMessage } from '../../shared/api/error-message.ts'
import { requestTimeoutMs, sharedMaxAgeSeconds } from '../../shared/constants.ts'
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
import type { Locale } from '../../shared/locale.ts'
import { pageShown } from './page-shown.ts'
import { toast } from './toast.ts'

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
  const values = valuesOf(element)
  const errors = checkForm(values, t, fields)
  if (Object.keys(errors).length > 0) return { state: { values, errors, message: '' } }
  const content = JSON.stringify(values)
  const key = last.current?.content === content ? last.current.key : newKey()
  last.current = { content, key }
  const sent = await post({ formName, locale, key, body: { ...values, [formElapsed]: String(elapsedMs()) } })
    .then(({ content, reference }) => read(content, reference, values, t))
    .catch((): Sent => ({ state: { values, errors: {}, message: t('error.transport') } }))
  announce(sent, t)
  return sent
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
  const now: FormErrors = checkForm(valuesOf(element), t, fields)
  const errors = Object.entries(state.errors).flatMap(([field, error]) => {
    const remaining = field === name ? now[field] : error
    return remaining ? [[field, remaining]] : []
  })
  return errors.length > 0 || state.message ? { ...state, errors: Object.fromEntries(errors) } : undefined
}

function valuesOf(element: HTMLFormElement): FormValues {
  return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, tidy(String(value))]))
}

/** Since the page was shown: the code of the form is loaded later, by a navigation or by the first touch of a field. */
function elapsedMs(): number {
  const [shown] = performance.getEntriesByName(pageShown)
  return Math.round(performance.now() - (shown?.startTime ?? 0))
}

/** crypto.randomUUID exists in secure contexts only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

type Post = { formName: string; locale: Locale; key: string; body: Record<string, string> }

async function post({ formName, locale, key, body }: Post) {
  const response = await fetch(`/api/home/form/${encodeURIComponent(formName).replaceAll('%3A', ':')}`, {
    method: 'POST',
    headers: {
      'Finger-Print': fingerprint(),
      'Accept-Language': locale,
      'Content-Type': 'application/json',
      'Cache-Control': `s-maxage=${sharedMaxAgeSeconds}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const content = (await response.json()) as Partial<FormResponse>
  return { content, reference: response.headers.get('form-reference') ?? '' }
}

type FormResponse = {
  success: boolean
  msg: string
  message: string
  errors: Record<string, string[]>
}

function read(
  { success, msg, message, errors: given }: Partial<FormResponse>,
  reference: string,
  values: FormValues,
  t: Translate,
): Sent {
  if (success) return { sent: reference }
  const errors = fieldMessages(given, ' ')
  const other = shownMessage(message ?? msg) || t('error.transport')
  return { state: { values, errors, message: Object.keys(errors).length > 0 ? '' : other } }
}

function fingerprint(): string {
  try {
    return sessionStorage.getItem('fingerprint') ?? ''
  } catch {
    return ''
  }
}

function announce(sent: Sent, t: Translate) {
  if ('state' in sent && sent.state.message)
    toast({ type: 'error', text: t('form.failed', { message: sent.state.message }) })
}

const results = ['form.isSent', 'form.isDiscarded', 'form.inError'] as const

/** The title says first what has become of the message. */
export function nameResult(result: (typeof results)[number], t: Translate): void {
  document.title = t(result) + results.reduce((title, known) => title.replace(t(known), ''), document.title)
}
