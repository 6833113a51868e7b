// Contact card: phone, e-mail, address and hours from the site configuration.
import { siteBaseOf } from '../../shared/brand.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { mailHref, telHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { Facts } from './facts.tsx'

export function ContactCard({ config }: { config: SiteConfig | undefined }) {
  const { locale, t } = useSite()
  const company = siteBaseOf(config, locale)
  if (!company) return null
  const { phone, email, address, hours } = company
  const facts = [
    { name: t('contact.phone'), value: phone && <a href={telHref(phone)}>{phone}</a> },
    { name: t('contact.email'), value: email && <a href={mailHref(email)}>{email}</a> },
    { name: t('contact.address'), value: address },
    { name: t('contact.hours'), value: hours },
  ]
  return <Facts className="contact-card" facts={facts} />
}
