// The claim of the home page.
import type { Banner } from '../../shared/content/content.ts'
import { titleOfSite } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import { Frozen } from '../frozen.tsx'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'
import { SiteLink } from './site-link.tsx'

// Cut to the shape of its place, a picture is wider than that: 1920 by 900 in half a screen.
const heroSizes = '(min-width: 96rem) 86rem, 95vw'
const promoSizes = '(min-width: 54rem) 40rem, 100vw'

export function Hero({ banner }: { banner: Banner | undefined }) {
  return (
    <Frozen as="section" name="hero" of={banner} className="hero bleed">
      <HeroContent banner={banner} />
    </Frozen>
  )
}

function HeroContent({ banner }: { banner: Banner | undefined }) {
  const { base, locale, t } = useSite()
  return (
    <>
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
      {banner?.image && (
        <Picture
          url={banner.image}
          narrow={banner.image_mobile}
          alt={banner.alt}
          sizes={heroSizes}
          priority
        />
      )}
    </>
  )
}

/** All banners but the first, smaller. */
export function Promos({ banners }: { banners: Banner[] }) {
  if (banners.length < 2) return null
  return (
    <Frozen as="ul" name="promos" of={banners} className="promos" data-reveal>
      <PromoItems banners={banners.slice(1)} />
    </Frozen>
  )
}

function PromoItems({ banners }: { banners: Banner[] }) {
  return banners.map(({ id, title, subtitle, image, link }) => (
    <li key={id} className="promo">
      {image && <Picture url={image} alt="" sizes={promoSizes} />}
      <div className="promo-text">
        <h2 className="promo-title">
          <SiteLink className="arrow" to={link ?? ''}>
            {title}
          </SiteLink>
        </h2>
        {subtitle && <p>{subtitle}</p>}
      </div>
    </li>
  ))
}
