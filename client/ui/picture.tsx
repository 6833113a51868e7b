// Picture with intrinsic size (no layout shift); without a URL or after an error a background of the same shape.
import type { ImageCopies } from '../../shared/content/content.ts'
import { imageSize, imageSources } from '../../shared/image.ts'

type Props = {
  url: string | undefined
  alt: string | undefined
  /** For pictures of the first view: loaded eagerly with high priority. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  /** Copies that the origin has; without them those that the name promises. */
  copies?: ImageCopies | undefined
  /** The `sizes` attribute. */
  sizes?: string
  className?: string
}

/** `sizes` of a picture over the whole width of an article. */
export const coverSizes = '(min-width: 84rem) 75rem, 92vw'
const narrowScreen = '(max-width: 56rem)'
const fallbackSize = { width: 1200, height: 675 }

export function Picture({
  url,
  alt = '',
  priority,
  narrow,
  copies = [],
  sizes = '100vw',
  className = '',
}: Props) {
  if (!url) return <div className={`picture picture-empty ${className}`} aria-hidden="true" />
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture className={`picture ${className}`}>
      {narrow && <Narrow url={narrow} />}
      {copies.length === 0 &&
        imageSources(url).map((source) => <source key={source.type} sizes={sizes} {...source} />)}
      <img
        src={url}
        alt={alt}
        {...(copies.length > 0 && { srcSet: srcSetOf(copies), sizes })}
        {...(sizeOfCopies(copies) ?? imageSize(url) ?? fallbackSize)}
        {...loading}
      />
    </picture>
  )
}

function srcSetOf(copies: ImageCopies): string {
  return copies
    .filter(({ url }) => url !== '')
    .map(({ url, width }) => `${encodeSpaces(url)} ${width}w`)
    .join(', ')
}

/** Spaces and commas separate the candidates. */
function encodeSpaces(url: string): string {
  return url.replaceAll(' ', '%20').replaceAll(',', '%2C')
}

/** Of the widest copy. */
function sizeOfCopies(copies: ImageCopies) {
  const widest = copies.reduce<ImageCopies[number] | undefined>(
    (best, one) => (best && best.width >= one.width ? best : one),
    undefined,
  )
  return widest?.height ? { width: widest.width, height: widest.height } : undefined
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
