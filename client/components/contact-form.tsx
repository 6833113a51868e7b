// Contact form, a client component: a plain POST without its script; with it, submitted in place.

import { type InputEvent, type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { contactFormId } from '../../shared/constants.ts'
import {
  defaultForm,
  type FormField as Field,
  type FormState,
  type FormValues,
  formProduct,
  formTrap,
} from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import { createTranslate, type Texts, type Words } from '../../shared/i18n/translate.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { type Attempt, checkAgain, nameResult, sendForm } from '../browser/send-form.ts'
import { FormField } from '../ui/form-field.tsx'
import { type AfterSending, FormProblem, FormSent } from '../ui/form-result.tsx'

/** JSON: the props are an attribute of the element. */
export type ContactFormProps = AfterSending & {
  language: PageLanguage
  /** The texts with the prefixes and keys of `formTexts`. */
  texts: Texts
  /** The article with the privacy policy. */
  privacy: { sign: string } | null
  /** The topic that the link to the form names. */
  topic: string
  /** The reference of a message that was posted without script. */
  sent: string
  /** Default: those of the default form. */
  fields?: readonly Field[] | undefined
  /** A submission that was rejected. */
  form?: FormState | undefined
}

export const formTexts = /^(?:form\.|error\.(?:transport|system)$|manual\.section$)/

export function ContactForm(props: ContactFormProps) {
  const { language, texts, formName, product, privacy, reply, fields = defaultForm } = props
  const { locale } = language
  const words = { locale, language, t: createTranslate(texts, locale) }
  const { t } = words
  const { sent, state, pending, result, onSubmit, onInput, onAnother } = useFormSending(props, words)
  const reference = sent ?? (props.sent || undefined)
  if (reference !== undefined) return <FormSent {...props} {...{ words, reference, result, onAnother }} />
  const values: FormValues = state?.values ?? { topic: product?.title ?? props.topic }
  const about = values[formProduct.name] ?? product?.id
  const shown = { words, values, errors: state?.errors ?? {} }
  return (
    <form
      className="contact-form"
      id={contactFormId}
      tabIndex={-1}
      data-form={formName}
      method="post"
      action={`${href('contact', {}, language)}#form-result`}
      aria-labelledby="form-title"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <h2 id="form-title">{t('form.title')}</h2>
      {reply && <p className="meta">{reply}</p>}
      {state && <FormProblem {...{ words, fields, state, result }} />}
      {fields.map((one) => (
        <FormField key={one.name} field={one} {...shown}>
          {one.name === 'consent' && privacy && (
            <a href={href('detail', privacy, language)}>{t('form.privacy')}</a>
          )}
        </FormField>
      ))}
      {about && <input type="hidden" name={formProduct.name} defaultValue={about} />}
      <span className="visually-hidden" aria-hidden="true">
        <input type="text" name={formTrap} tabIndex={-1} autoComplete="off" />
      </span>
      <button className="button" type="submit" aria-disabled={pending || undefined}>
        {t(pending ? 'form.pending' : 'form.submit')}
      </button>
      {/* Shown by client/browser/drafts.ts. */}
      <p className="field-hint" data-draft hidden suppressHydrationWarning>
        {t('form.draft')} <button type="button">{t('form.clear')}</button>
      </p>
    </form>
  )
}

/** The state of the submission: idle, pending, errors, sent. `form`: the rejected submission that the page was rendered with. */
function useFormSending(
  { form, formName, fields = defaultForm, isDiscarded }: ContactFormProps,
  { locale, t }: Words,
) {
  const [{ sent, state }, setShown] = useState<{ sent?: string; state?: FormState | undefined }>({
    state: form,
  })
  const [pending, setPending] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  const last = useRef<Attempt>(undefined)
  // The browser has moved the focus to the result of a post without script: it is the hash of the address.
  const isFocused = useRef(true)

  useEffect(() => {
    if (sent !== undefined) nameResult(isDiscarded ? 'form.isDiscarded' : 'form.isSent', t)
    else if (state) nameResult('form.inError', t)
    if (!isFocused.current && (sent !== undefined || state)) result.current?.focus()
    isFocused.current = true
  })

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const element = event.currentTarget
    setPending(true)
    void sendForm({ element, formName, fields, locale, t, last }).then((outcome) => {
      isFocused.current = false
      setPending(false)
      setShown(outcome)
    })
  }

  /** Validates an invalid field again on each change. */
  const onInput = ({ currentTarget: element, target }: InputEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    if (state?.errors[name]) setShown({ state: checkAgain({ element, fields, name, state, t }) })
  }
  /** The address of the form is that of its result, where it was sent in place. */
  const onAnother = (event: MouseEvent) => {
    if (sent === undefined) return
    event.preventDefault()
    setShown({})
  }
  return { sent, state, pending, result, onSubmit, onInput, onAnother }
}
