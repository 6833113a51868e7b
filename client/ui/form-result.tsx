// Result of a form: the confirmation, or the problems with a link to each invalid field.
import type { MouseEvent, Ref } from 'react'
import type { FormField, FormState } from '../../shared/form.ts'
import { articleHref, href } from '../../shared/href.ts'
import type { Words } from '../../shared/i18n/translate.ts'
import { labelOf } from './form-field.tsx'
import { Links } from './links.tsx'

/** JSON: those of the form. */
export type AfterSending = {
  formName: string
  /** The time in which a message is answered. */
  reply?: string | undefined
  /** The product of the enquiry, if the link came from a product page. */
  product: { id: number; title: string; category: string } | null
  /** A section to go on to. */
  more?: { title: string; to: string } | undefined
  /** A valid message is not sent, because drafts are shown. */
  isDiscarded?: true | undefined
}

type SentProps = AfterSending & {
  words: Words
  /** '' if it is not known: an intermediary removed the header field. */
  reference: string
  result: Ref<HTMLDivElement>
  onAnother: (event: MouseEvent) => void
}

/** The confirmation: the next step and its time, the reference, and ways on. */
export function FormSent(props: SentProps) {
  const { words, formName, reference, reply, product, more, isDiscarded, result, onAnother } = props
  const { t, language } = words
  const links = [
    ...(product ? [{ title: product.title, to: articleHref(product, language) }] : []),
    ...(more ? [more] : []),
    { title: t('manual.section'), to: href('download', {}, language) },
    { title: t('form.another'), to: href('contact', {}, language), onClick: onAnother },
  ]
  return (
    <div
      className="contact-form notice-good"
      role="status"
      id="form-result"
      tabIndex={-1}
      ref={result}
      data-sent={formName}
    >
      <h2>{t(isDiscarded ? 'form.discarded' : 'form.sent')}</h2>
      {!isDiscarded && (
        <>
          <p>{t('form.next')}</p>
          {reply && <p>{reply}</p>}
          {reference && (
            <p>
              {t('form.reference')} <strong className="number">{reference}</strong>
              <br />
              <span className="quiet">{t('form.quote')}</span>
            </p>
          )}
        </>
      )}
      <Links className="chips" links={links} />
    </div>
  )
}

type ProblemProps = {
  words: Words
  fields: readonly FormField[]
  state: FormState
  result: Ref<HTMLDivElement>
}

export function FormProblem({ words, fields, state: { errors, message }, result }: ProblemProps) {
  const { t } = words
  const wrong = Object.entries(errors).map(([name, error]) => ({
    name,
    error,
    field: fields.find((one) => one.name === name),
  }))
  return (
    <div className="notice notice-bad" role="alert" id="form-result" tabIndex={-1} ref={result}>
      <p>
        {t('form.failed', { message: message || t(wrong.length > 0 ? 'form.wrong' : 'error.transport') })}
      </p>
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ name, error, field }) => (
            <li key={name}>
              {field ? (
                <a href={`#form-${name}`} onClick={goToField}>
                  {field.type !== 'checkbox' && `${labelOf(field, words)}: `}
                  {error}
                </a>
              ) : (
                error
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Focuses the field without a history entry. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const { ownerDocument, hash } = event.currentTarget
  event.preventDefault()
  ownerDocument.getElementById(hash.slice(1))?.focus()
}
