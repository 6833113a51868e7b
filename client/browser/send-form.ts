// Checks and sends the contact form in place; loaded with the first attempt to send it.
import { requestTimeoutMs, sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { type FormErrors, type FormState, type FormValues, formElapsed, tidy } from '../../shared/form.ts'
import { checkForm } from '../../shared/form-check.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { toast } from './toast.ts'

type Sending = {
  element: HTMLFormElement
  formName: string
  locale: Locale
  /** Milliseconds since the form appeared. */
  elapsed: number
  t: Translate
}
export type Sent = { sent: string } | { state: FormState }
type Attempt = { content: string; key: string }

/** Never rejects. Sending the same content once more is the same submission. */
export async function sendForm({ element, formName, locale, elapsed, t }: Sending): Promise<Sent> {
  const values = valuesOf(element)
  const errors = checkForm(values, t)
  if (Object.keys(errors).length > 0) return { state: { values, errors, message: '' } }
  const content = JSON.stringify(values)
  const attempt = attempts.get(element)
  const key = attempt?.content === content ? attempt.key : newKey()
  attempts.set(element, { content, key })
  const sent = await post({ formName, locale, key, body: { ...values, [formElapsed]: String(elapsed) } })
    .then((answer) => read(answer, values))
    .catch((): Sent => ({ state: { values, errors: {}, message: t('error.transport') } }))
  announce(sent, t)
  return sent
}

/** What is still wrong after one field was changed; undefined when nothing is. */
export function checkAgain(changed: {
  element: HTMLFormElement
  name: string
  state: FormState
  t: Translate
}): FormState | undefined {
  const { element, name, state, t } = changed
  const now: FormErrors = checkForm(valuesOf(element), t)
  const errors = Object.entries(state.errors).flatMap(([field, error]) => {
    const left = field === name ? now[field] : error
    return left ? [[field, left]] : []
  })
  return errors.length > 0 || state.message ? { ...state, errors: Object.fromEntries(errors) } : undefined
}

const attempts = new WeakMap<HTMLFormElement, Attempt>()

function valuesOf(element: HTMLFormElement): FormValues {
  return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, tidy(String(value))]))
}

/** `randomUUID` is missing where a site is tried without https. */
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
  return (await response.json()) as Partial<Answer>
}

type Answer = {
  success: boolean
  data: { id?: unknown } | null
  msg: string
  message: string
  errors: Record<string, string[]>
}

function read({ success, data, msg, message, errors = {} }: Partial<Answer>, values: FormValues): Sent {
  if (success) return { sent: String(data?.id ?? 'ok') }
  const texts = Object.entries(errors).map(([field, reasons]) => [field, [reasons].flat().join(' ')])
  const hasTexts = texts.length > 0
  return {
    state: { values, errors: Object.fromEntries(texts), message: hasTexts ? '' : (message ?? msg ?? '') },
  }
}

function fingerprint(): string {
  try {
    return sessionStorage.getItem('fingerprint') ?? ''
  } catch {
    return ''
  }
}

function announce(sent: Sent, t: Translate) {
  if ('sent' in sent) toast({ type: 'success', text: t('form.sent', { id: sent.sent }) })
  else if (sent.state.message)
    toast({ type: 'error', text: t('form.failed', { message: sent.state.message }) })
}
