// Pictures side by side, to be swiped through.
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'

/** Pictures without a safe URL are left out. */
export function Gallery({ pictures }: { pictures: { url: string; alt?: string | undefined }[] }) {
  const { t } = useSite()
  const safe = pictures.filter((picture) => picture.url !== '')
  if (safe.length === 0) return null
  return (
    <section className="gallery" aria-label={t('article.gallery')} tabIndex={0}>
      {safe.map(({ url, alt }, index) => (
        <Picture key={url} url={url} alt={alt} priority={index === 0} />
      ))}
    </section>
  )
}
