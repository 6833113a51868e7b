// Gallery: pictures side by side in a scroll container.
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'

const gallerySizes = '(min-width: 62rem) 40rem, 100vw'

/** Pictures without a safe URL are omitted, unless that would omit all. */
export function Gallery({ pictures }: { pictures: { url: string; alt?: string | undefined }[] }) {
  const { t } = useSite()
  const safe = pictures.filter((picture) => picture.url !== '')
  if (safe.length < 2)
    return (
      <div className="gallery">
        <Picture url={safe[0]?.url} alt={safe[0]?.alt} sizes={gallerySizes} priority />
      </div>
    )
  return (
    <div>
      <section className="gallery" aria-label={t('article.gallery')} tabIndex={0}>
        {safe.map(({ url, alt }, index) => (
          <Picture key={url} url={url} alt={alt} sizes={gallerySizes} priority={index === 0} />
        ))}
      </section>
    </div>
  )
}
