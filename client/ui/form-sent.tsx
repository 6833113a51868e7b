// Confirmation of a sent form: what happens next and by when, the reference, and ways on.
import type { MouseEvent, Ref } from 'react'
import { articleHref, href } from '../../shared/href.ts'
import type { Words } from '../words.ts'
import { Links } from './links.tsx'

/** JSON: those of the form. */
export type AfterSending = {
  formName: string
  /** By when a message is answered. */
  reply?: string | undefined
  /** The product of the enquiry, if the link came from a product page. */
  product: { id: number; title: string; category: string } | null
  /** A section to go on to. */
  more?: { title: string; to: string } | undefined
  /** Where drafts are shown: a valid message is not sent. */
  isDiscarded?: true | undefined
}

type Props = AfterSending & {
  words: Words
  /** '' if it is not known: an intermediary removed the header field. */
  reference: string
  result: Ref<HTMLDivElement>
  onAnother: (event: MouseEvent) => void
}

export function FormSent(props: Props) {
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
