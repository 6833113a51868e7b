// Gallery: pictures in a scroll container, with thumbnails that are links, and arrows (client/browser/gallery.ts).
import type { ImageCopies } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'

const thumbnailSizes = '4rem'
const gallerySizes = '(min-width: 62rem) 40rem, 100vw'

/** Pictures without a safe URL are omitted, unless that would omit all. */
type Shown = { url: string; alt?: string | undefined; sizes?: ImageCopies | undefined }

export function Gallery({ pictures }: { pictures: Shown[] }) {
  const { t } = useSite()
  const safe = pictures.filter((picture) => picture.url !== '')
  if (safe.length < 2)
    return (
      <div className="gallery">
        <Picture
          url={safe[0]?.url}
          copies={safe[0]?.sizes}
          alt={safe[0]?.alt}
          sizes={gallerySizes}
          priority
        />
      </div>
    )
  return (
    <div>
      <section className="gallery" aria-label={t('article.gallery')} tabIndex={0}>
        {safe.map(({ url, alt, sizes }, index) => (
          <Picture
            key={url}
            id={`part-picture-${index}`}
            url={url}
            copies={sizes}
            alt={alt}
            sizes={gallerySizes}
            priority={index === 0}
          />
        ))}
      </section>
      <div className="gallery-bar">
        {safe.map(({ url, alt = '', sizes }, index) => (
          <a key={url} href={`#part-picture-${index}`} aria-label={`${index + 1} ${alt}`}>
            <Picture url={url} copies={sizes} alt="" sizes={thumbnailSizes} />
          </a>
        ))}
        <button type="button" className="icon-button icon-previous" aria-label={t('gallery.previous')} />
        <button type="button" className="icon-button icon-next" aria-label={t('gallery.next')} />
      </div>
    </div>
  )
}
