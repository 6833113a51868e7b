// The contact form: a plain POST that needs no JavaScript.
import { type FormField, type FormState, formFields } from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

export function ContactForm({ topic }: { topic: string }) {
  const { t, locale, form, query } = useSite()
  if (query.sent)
    return (
      <p className="notice notice-good" role="status">
        {t('form.sent', { id: query.sent })}
      </p>
    )
  return (
    <form
      className="contact-form"
      data-form
      method="post"
      action={href('contact', {}, locale)}
      aria-labelledby="form-title"
    >
      <h2 id="form-title">{t('form.title')}</h2>
      {form && <Failure form={form} />}
      <Field name="name" values={form?.values} />
      <Field name="company" values={form?.values} />
      <Field name="contact" values={form?.values} />
      <Field name="topic" values={form?.values ?? { topic }} />
      <Field name="message" values={form?.values} />
      <button className="button" type="submit">
        {t('form.submit')}
      </button>
    </form>
  )
}

function Failure({ form }: { form: FormState }) {
  const { t } = useSite()
  return (
    <p className="notice notice-bad" role="alert">
      {t('form.failed', { message: form.message || t('error.transport') })}
    </p>
  )
}

function Field({ name, values }: { name: FormField; values: FormState['values'] | undefined }) {
  const { t } = useSite()
  const { limit, required, autoComplete } = formFields[name]
  const common = {
    id: `form-${name}`,
    name,
    required,
    maxLength: limit,
    autoComplete,
    defaultValue: values?.[name] ?? '',
  }
  return (
    <p className="field">
      <label htmlFor={common.id}>
        {t(`form.${name}`)} {required && <span className="field-hint">({t('form.required')})</span>}
      </label>
      {name === 'message' ? <textarea rows={6} {...common} /> : <input type="text" {...common} />}
    </p>
  )
}
