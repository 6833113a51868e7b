// Contact form: a plain POST without JavaScript; with JavaScript it is submitted in place.
import { contactFormId } from '../../shared/constants.ts'
import { formTrap } from '../../shared/form.ts'
import { href } from '../../shared/href.ts'
import { type PageRequest, useSite } from '../site.tsx'
import { FormField } from './form-field.tsx'
import { FormProblem } from './form-problem.tsx'
import { useFormSending } from './form-sending.ts'
import { FormSent } from './form-sent.tsx'

export type Enquiry = {
  /** The product of the enquiry, if the link came from a product page. */
  product: { id: number; title: string } | null
  /** The article with the privacy policy. */
  privacy: { sign: string } | null
}

type Props = Enquiry & {
  request: PageRequest
  /** By when a message is answered. */
  reply: string | undefined
}

export function ContactForm({ request, product, privacy, reply }: Props) {
  const { t, locale } = useSite()
  const { query, form } = request
  const { sent, state, pending, result, onSubmit, onChange } = useFormSending(form)
  const reference = sent ?? (query.sent || undefined)
  if (reference !== undefined) return <FormSent {...{ reference, reply, product, result }} />
  const values = state?.values ?? { topic: product?.title ?? query.topic }
  const about = values.product ?? product?.id
  const field = { values, errors: state?.errors ?? {} }
  return (
    <form
      className="contact-form"
      id={contactFormId}
      tabIndex={-1}
      data-form
      method="post"
      action={`${href('contact', {}, locale)}#form-result`}
      aria-labelledby="form-title"
      noValidate
      onSubmit={onSubmit}
      onChange={onChange}
    >
      <h2 id="form-title">{t('form.title')}</h2>
      {reply && <p className="meta">{reply}</p>}
      {state && <FormProblem state={state} result={result} />}
      <FormField name="name" {...field} />
      <FormField name="company" {...field} />
      <FormField name="contact" {...field} />
      <FormField name="topic" {...field} />
      <FormField name="message" {...field} />
      <FormField name="consent" {...field}>
        {privacy && <a href={href('detail', privacy, locale)}>{t('form.privacy')}</a>}
      </FormField>
      {about && <input type="hidden" name="product" defaultValue={about} />}
      <span className="visually-hidden" aria-hidden="true">
        <input type="text" name={formTrap} tabIndex={-1} autoComplete="off" />
      </span>
      <button className="button" type="submit" aria-disabled={pending || undefined}>
        {t(pending ? 'form.pending' : 'form.submit')}
      </button>
    </form>
  )
}
