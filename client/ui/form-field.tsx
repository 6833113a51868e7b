// Form field with label and error message.
import type { ReactNode } from 'react'
import {
  consentGiven,
  type FormErrors,
  type FormValues,
  formFields,
  type FormField as Name,
} from '../../shared/form.ts'
import type { Words } from '../words.ts'

type Props = {
  words: Words
  name: Exclude<Name, 'product'>
  values: FormValues
  errors: FormErrors
  /** Shown after the label. */
  children?: ReactNode
}

export function FormField({ words: { t }, name, values, errors, children }: Props) {
  const { kind, required, autoComplete } = formFields[name]
  const error = errors[name]
  const value = values[name] ?? ''
  const id = `form-${name}`
  const common = {
    id,
    name,
    required,
    // Not for a checkbox.
    ...(kind !== 'consent' && { autoComplete }),
    ...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
  }
  const label = (
    <label htmlFor={id}>
      {t(`form.${name}`)} {required && <span className="field-hint">({t('form.required')})</span>}
    </label>
  )
  return (
    <p className={kind === 'consent' ? 'field field-check' : 'field'}>
      {kind === 'consent' ? (
        <span>
          <input type="checkbox" value={consentGiven} defaultChecked={value === consentGiven} {...common} />{' '}
          {label} {children}
        </span>
      ) : (
        label
      )}
      {kind === 'text' && <textarea rows={6} defaultValue={value} {...common} />}
      {(kind === 'line' || kind === 'reach') && <input type="text" defaultValue={value} {...common} />}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </p>
  )
}
