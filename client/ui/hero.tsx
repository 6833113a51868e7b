// The claim of the home page, with smaller banners below it.
import type { Banner } from '../../shared/content/content.ts'
import { titleOfSite } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'
import { SiteLink } from './site-link.tsx'

export function Hero({ banner, others }: { banner: Banner | undefined; others: Banner[] }) {
  const { base, locale, t } = useSite()
  return (
    <>
      <section className="hero">
        {banner?.image && (
          <Picture
            url={banner.image}
            narrow={banner.image_mobile}
            alt={banner.alt}
            priority
            className="hero-picture"
          />
        )}
        <div className="hero-text">
          <h1 tabIndex={-1}>{banner?.title ?? titleOfSite(base.config, locale)}</h1>
          {banner?.subtitle && <p className="lead">{banner.subtitle}</p>}
          <p className="hero-actions">
            {banner?.link && (
              <SiteLink className="button" to={banner.link}>
                {banner.link_text ?? banner.title}
              </SiteLink>
            )}
            <SiteLink className="button button-quiet" to={href('contact', {}, locale)}>
              {t('home.contact')}
            </SiteLink>
          </p>
        </div>
      </section>
      {others.length > 0 && (
        <ul className="promos">
          {others.map((other) => (
            <li key={other.id} className="promo">
              <h2 className="promo-title">
                <SiteLink to={other.link ?? ''}>{other.title}</SiteLink>
              </h2>
              {other.subtitle && <p>{other.subtitle}</p>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
