// Component kit: buttons, fields, notices, toasts, the loading bar.
import { formFields } from '../../shared/form.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import { useSite } from '../site.tsx'
import { FormField } from '../ui/form-field.tsx'

const types = ['info', 'success', 'warning', 'error'] as const

export function KitFeedback() {
  const site = useSite()
  const { t, locale } = site
  const field = { ...formFields.name, name: `right-${locale}`, label: { [locale]: t('form.name') } }
  const wrong = { ...field, name: `wrong-${locale}` }
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
        <FormField words={site} field={field} values={{}} errors={{}} />
        <FormField words={site} field={wrong} values={{}} errors={{ [wrong.name]: t('form.required') }} />
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
    </>
  )
}
