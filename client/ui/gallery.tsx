// Gallery: pictures in a scroll container, with thumbnails that are links, and arrows. A picture is a link to its file, which
// opens in a dialog (client/browser/gallery.ts).
import type { ImageCopies } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'

const thumbnailSizes = '4rem'
const gallerySizes = '(min-width: 62rem) 40rem, 100vw'

/** Pictures without a safe URL are omitted, unless that would omit all. */
type Shown = {
  url: string
  alt?: string | undefined
  sizes?: ImageCopies | undefined
  focus?: string | undefined
}

export function Gallery({ pictures }: { pictures: Shown[] }) {
  const { t, media } = useSite()
  const safe = pictures.filter((picture) => picture.url !== '')
  if (safe.length === 0)
    return (
      <div className="gallery">
        <Picture url={undefined} alt="" />
      </div>
    )
  return (
    <div className="gallery-frame">
      <section className="gallery" aria-label={t('article.gallery')}>
        {safe.map(({ url, alt = '', sizes, focus }, index) => (
          <a
            key={url}
            id={`part-picture-${index}`}
            href={media.urlOf(url)}
            aria-label={`${t('gallery.enlarge')} ${index + 1} ${alt}`}
          >
            <Picture {...{ url, alt, focus }} copies={sizes} sizes={gallerySizes} priority={index === 0} />
          </a>
        ))}
      </section>
      {safe.length > 1 && <GalleryBar pictures={safe} />}
    </div>
  )
}

function GalleryBar({ pictures }: { pictures: Shown[] }) {
  const { t } = useSite()
  return (
    <div className="gallery-bar">
      {pictures.map(({ url, alt = '', sizes }, index) => (
        <a key={url} href={`#part-picture-${index}`} aria-label={`${index + 1} ${alt}`}>
          <Picture url={url} copies={sizes} alt="" sizes={thumbnailSizes} />
        </a>
      ))}
      <button
        type="button"
        className="scripted icon-button icon-previous"
        aria-label={t('gallery.previous')}
      />
      <button type="button" className="scripted icon-button icon-next" aria-label={t('gallery.next')} />
    </div>
  )
}
