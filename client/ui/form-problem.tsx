// Error summary of a form, with a link to each invalid field.
import type { MouseEvent, Ref } from 'react'
import type { FormField, FormState } from '../../shared/form.ts'
import type { Words } from '../words.ts'
import { labelOf } from './form-field.tsx'

type Props = { words: Words; fields: readonly FormField[]; state: FormState; result: Ref<HTMLDivElement> }

export function FormProblem({ words, fields, state: { errors, message }, result }: Props) {
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
