// Form field with label, help and error message.
import type { ReactNode } from 'react'
import {
  consentGiven,
  type FormField as Field,
  type FormErrors,
  type FormValues,
  formText,
  isKnownField,
} from '../../shared/form.ts'
import type { Words } from '../../shared/i18n/translate.ts'

type Props = {
  words: Words
  field: Field
  values: FormValues
  errors: FormErrors
  /** Shown after the label. */
  children?: ReactNode
}

export function FormField({ words, field, values, errors, children }: Props) {
  const { t, locale } = words
  const { name, type, required, autoComplete } = field
  const error = errors[name]
  const value = values[name] ?? ''
  const help = formText(field.help, locale)
  const id = `form-${name}`
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const common = {
    id,
    name,
    required,
    // Not for a checkbox.
    ...(type !== 'checkbox' && { autoComplete }),
    ...(error && { 'aria-invalid': true }),
    ...(described && { 'aria-describedby': described }),
  }
  const label = (
    <label htmlFor={id}>
      {labelOf(field, words)}
      {required && <span className="field-hint">{t('form.required')}</span>}
    </label>
  )
  return (
    <p className={type === 'checkbox' ? 'field field-check' : 'field'}>
      {type === 'checkbox' ? (
        <span>
          <input type="checkbox" value={consentGiven} defaultChecked={value === consentGiven} {...common} />{' '}
          {label} {children}
        </span>
      ) : (
        label
      )}
      {help && (
        <span className="field-hint" id={`${id}-help`}>
          {help}
        </span>
      )}
      {type === 'textarea' && <textarea rows={6} defaultValue={value} {...common} />}
      {type === 'select' && (
        <select defaultValue={value} {...common}>
          <option value="">{t('form.choose')}</option>
          {field.choices?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {formText(choice.label, locale)}
            </option>
          ))}
        </select>
      )}
      {isLine(type) && <input type={type === 'contact' ? 'text' : type} defaultValue={value} {...common} />}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </p>
  )
}

function isLine(type: Field['type']): type is 'text' | 'email' | 'tel' | 'contact' {
  return type !== 'textarea' && type !== 'select' && type !== 'checkbox'
}

export function labelOf({ name, label }: Field, { t, locale }: Words): string {
  return formText(label, locale) ?? (isKnownField(name) ? t(`form.${name}`) : name)
}
