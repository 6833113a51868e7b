// Contact form, a client component: a plain POST without its script; with it, submitted in place.
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
import { createTranslate, type Texts } from '../../shared/i18n/translate.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { FormField } from '../ui/form-field.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { useFormSending } from '../ui/form-sending.ts'
import { type AfterSending, FormSent } from '../ui/form-sent.tsx'

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
  const { language, texts, formName, product, privacy, reply, isDiscarded, fields = defaultForm } = props
  const { locale } = language
  const words = { locale, language, t: createTranslate(texts, locale) }
  const { t } = words
  const { sent, state, pending, result, onSubmit, onInput, onAnother } = useFormSending(props.form, words, {
    name: formName,
    fields,
    isDiscarded,
  })
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
