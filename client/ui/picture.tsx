// Picture with intrinsic size (no layout shift); without a URL or after an error a background of the same shape.
import { imageSize, imageSources } from '../../shared/image.ts'

type Props = {
  url: string | undefined
  alt: string | undefined
  /** For pictures of the first view: loaded eagerly with high priority. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  /** The `sizes` attribute. */
  sizes?: string
  className?: string
}

/** `sizes` of a picture over the whole width of an article. */
export const coverSizes = '(min-width: 84rem) 75rem, 92vw'
const narrowScreen = '(max-width: 56rem)'
const fallbackSize = { width: 1200, height: 675 }

export function Picture({ url, alt = '', priority, narrow, sizes = '100vw', className = '' }: Props) {
  if (!url) return <div className={`picture picture-empty ${className}`} aria-hidden="true" />
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture className={`picture ${className}`}>
      {narrow && <Narrow url={narrow} />}
      {imageSources(url).map((source) => (
        <source key={source.type} sizes={sizes} {...source} />
      ))}
      <img src={url} alt={alt} {...(imageSize(url) ?? fallbackSize)} {...loading} />
    </picture>
  )
}

/** Sources for narrow screens, where the picture has full width. */
function Narrow({ url }: { url: string }) {
  const size = imageSize(url)
  return (
    <>
      {imageSources(url).map((source) => (
        <source key={source.type} media={narrowScreen} sizes="100vw" {...source} {...size} />
      ))}
      {size ? (
        <source media={narrowScreen} sizes="100vw" srcSet={`${url} ${size.width}w`} {...size} />
      ) : (
        <source media={narrowScreen} srcSet={url} />
      )}
    </>
  )
}
