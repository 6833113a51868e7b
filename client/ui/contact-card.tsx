// Contact card: phone, e-mail, address and hours from the site configuration.
import { siteBaseOf } from '../../shared/brand.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { mailHref, telHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

export function ContactCard({ config }: { config: SiteConfig | undefined }) {
  const { locale, t } = useSite()
  const company = siteBaseOf(config, locale)
  if (!company) return null
  const { phone, email, address, hours } = company
  return (
    <dl className="contact-card">
      {phone && (
        <div>
          <dt>{t('contact.phone')}</dt>
          <dd>
            <a href={telHref(phone)}>{phone}</a>
          </dd>
        </div>
      )}
      {email && (
        <div>
          <dt>{t('contact.email')}</dt>
          <dd>
            <a href={mailHref(email)}>{email}</a>
          </dd>
        </div>
      )}
      {address && (
        <div>
          <dt>{t('contact.address')}</dt>
          <dd>{address}</dd>
        </div>
      )}
      {hours && (
        <div>
          <dt>{t('contact.hours')}</dt>
          <dd>{hours}</dd>
        </div>
      )}
    </dl>
  )
}
