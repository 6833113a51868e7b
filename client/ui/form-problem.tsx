// Error summary of a form, with a link to each invalid field.
import type { MouseEvent, Ref } from 'react'
import { type FormState, formFields } from '../../shared/form.ts'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import type { Words } from '../words.ts'

type Props = { words: Words; state: FormState; result: Ref<HTMLDivElement> }

export function FormProblem({ words: { t }, state: { errors, message }, result }: Props) {
  const fields = Object.entries(errors)
  return (
    <div className="notice notice-bad" role="alert" id="form-result" tabIndex={-1} ref={result}>
      <p>
        {t('form.failed', { message: message || t(fields.length > 0 ? 'form.wrong' : 'error.transport') })}
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, error]) => (
            <li key={name}>
              {name in formFields && name !== 'product' ? (
                <a href={`#form-${name}`} onClick={goToField}>
                  {name !== 'consent' && `${t(`form.${name}` as MessageKey)}: `}
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
