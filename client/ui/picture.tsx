// An image with its room reserved; without a URL, or where it fails, a drawn ground of the same shape.
import { imageSize, imageSources } from '../../shared/image.ts'

type Props = {
  url: string | undefined
  alt: string | undefined
  /** What a visitor sees first is loaded first. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  /** How wide it is shown, as `sizes` has it. */
  sizes?: string
  className?: string
}

const fallbackSize = { width: 1200, height: 675 }

export function Picture({ url, alt = '', priority, narrow, sizes = '100vw', className = '' }: Props) {
  if (!url) return <div className={`picture picture-empty ${className}`} aria-hidden="true" />
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture className={`picture ${className}`}>
      {narrow && <source media="(max-width: 56rem)" srcSet={narrow} {...imageSize(narrow)} />}
      {imageSources(url).map((source) => (
        <source key={source.type} sizes={sizes} {...source} />
      ))}
      <img src={url} alt={alt} {...(imageSize(url) ?? fallbackSize)} {...loading} />
    </picture>
  )
}
