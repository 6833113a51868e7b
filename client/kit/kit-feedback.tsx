// Component kit: buttons, fields, notices, toasts, the loading bar.
import { wordsOf } from '../../shared/section-texts.ts'
import { useSite } from '../site.tsx'

const types = ['info', 'success', 'warning', 'error'] as const
const states = ['idle', 'running', 'done', 'error'] as const

export function KitFeedback() {
  const { t, locale } = useSite()
  return (
    <>
      <p className="actions">
        <button type="button" className="button">
          {t('form.submit')}
        </button>
        <button type="button" className="button" disabled>
          {t('form.pending')}
        </button>
        <a className="button button-quiet" href="#kit">
          {t('home.contact')}
        </a>
        <a className="arrow" href="#kit">
          {t('home.more', wordsOf(undefined, t, locale))}
        </a>
      </p>
      <div className="contact-form">
        <Field />
        <Field invalid />
        <p className="notice notice-bad">{t('form.failed', { message: t('error.system') })}</p>
      </div>
      <p className="notice">{t('nav.onlyOther')}</p>
      <p className="notice notice-good">{t('form.sent')}</p>
      <p className="notice notice-bad">{t('form.failed', { message: t('error.transport') })}</p>
      {types.map((type) => (
        <p key={type} data-toast data-type={type}>
          <span data-repeat>99+</span> {t('error.system')}
        </p>
      ))}
      {states.map((state) => (
        <div key={state} className="kit-bar" title={state}>
          <div data-loading-bar data-state={state} />
        </div>
      ))}
    </>
  )
}

function Field({ invalid = false }: { invalid?: boolean }) {
  const { t } = useSite()
  return (
    <label className="field">
      <span>
        {t('form.name')} <span className="field-hint">({t('form.required')})</span>
      </span>
      <input type="text" aria-invalid={invalid || undefined} />
      {invalid && <span className="field-error">{t('form.required')}</span>}
    </label>
  )
}
