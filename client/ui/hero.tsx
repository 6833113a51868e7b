// Hero of the home page: claim, picture, links.
import type { Banner } from '../../shared/content/content.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { titleOfSite } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'
import { SiteLink } from './site-link.tsx'
import { Title } from './title.tsx'

// object-fit: cover needs a wider image than its box: 1920 × 900 in half a screen.
const heroSizes = '(min-width: 96rem) 86rem, 95vw'
const promoSizes = '(min-width: 54rem) 40rem, 100vw'

export function Hero({ banner, config }: { banner: Banner | undefined; config: SiteConfig | undefined }) {
  const { locale, language, t } = useSite()
  return (
    <section className="hero bleed">
      <div className="hero-text">
        <h1 tabIndex={-1}>
          <Title of={banner ?? { title: titleOfSite(config, locale) || t('nav.home') }} />
        </h1>
        {banner?.subtitle && <p className="lead">{banner.subtitle}</p>}
        <p className="hero-actions">
          {banner?.link && (
            <SiteLink className="button" to={banner.link}>
              {banner.link_text ?? banner.title}
            </SiteLink>
          )}
          <SiteLink className="button button-quiet" to={href('contact', {}, language)}>
            {t('home.contact')}
          </SiteLink>
        </p>
      </div>
      {banner?.image && (
        <Picture
          url={banner.image}
          narrow={banner.image_mobile}
          alt={banner.alt}
          sizes={heroSizes}
          priority
        />
      )}
    </section>
  )
}

/** All banners after the first. */
export function Promos({ banners }: { banners: Banner[] }) {
  if (banners.length < 2) return null
  const promos = banners.slice(1).map(({ subtitle, image, link, ...banner }) => (
    <li key={banner.id} className="promo">
      {image && <Picture url={image} alt="" sizes={promoSizes} />}
      <div className="promo-text">
        <h2 className="promo-title">
          <SiteLink className="arrow" to={link ?? ''}>
            <Title of={banner} />
          </SiteLink>
        </h2>
        {subtitle && <p>{subtitle}</p>}
      </div>
    </li>
  ))
  return (
    <ul className="promos" data-reveal>
      {promos}
    </ul>
  )
}
