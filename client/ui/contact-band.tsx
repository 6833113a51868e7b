// Call to action: a band with a link to the contact page.
import type { Labels } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

export function ContactBand({ labels }: { labels: Labels }) {
  const { t, locale } = useSite()
  const text = labels['home_contact_text']
  return (
    <section className="contact-band bleed" data-reveal>
      <div className="contact-band-row">
        <div>
          <h2>{labels['home_contact_title'] ?? t('contact.title')}</h2>
          {text && <p>{text}</p>}
        </div>
        <a className="button" href={href('contact', {}, locale)}>
          {t('home.contact')}
        </a>
      </div>
    </section>
  )
}
