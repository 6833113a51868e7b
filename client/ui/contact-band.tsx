// An invitation to get in touch.
import { href } from '../../shared/href.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

export function ContactBand({ title, text }: { title: string | undefined; text: string | undefined }) {
  const { t, locale } = useSite()
  return (
    <section className="contact-band bleed" data-reveal>
      <div className="contact-band-row">
        <div>
          <h2>{title ?? t('contact.title')}</h2>
          {text && <p>{text}</p>}
        </div>
        <Link className="button" to={href('contact', {}, locale)}>
          {t('home.contact')}
        </Link>
      </div>
    </section>
  )
}
