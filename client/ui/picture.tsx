// Picture with intrinsic size (no layout shift); without a URL or after an error a background of the same shape.
// The server adds sources with copies where it has them (server/pictures/offer-copies.ts).
import type { ImageCopies } from '../../shared/content/content.ts'
import { candidateUrl, imageSize, srcSetOf } from '../../shared/image.ts'

export type PictureProps = {
  url: string | undefined
  alt: string | undefined
  /** For pictures of the first view: loaded eagerly with high priority. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  /** Copies that the upstream has. */
  copies?: ImageCopies | undefined
  /** The `sizes` attribute. */
  sizes?: string
}

const narrowScreen = '(max-width: 56rem)'
const fallbackSize = { width: 1200, height: 675 }

export function Picture({ url, alt = '', priority, narrow, copies = [], sizes = '100vw' }: PictureProps) {
  if (!url) return <div className="picture picture-empty" aria-hidden="true" />
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture className="picture">
      {narrow && <Narrow url={narrow} />}
      <img
        src={url}
        alt={alt}
        {...(copies.length > 0 && { srcSet: srcSetOf(copies) })}
        sizes={sizes}
        {...(sizeOfCopies(copies) ?? imageSize(url) ?? fallbackSize)}
        {...loading}
      />
    </picture>
  )
}

/** The size of the widest copy. */
function sizeOfCopies(copies: ImageCopies) {
  const widest = copies.reduce<ImageCopies[number] | undefined>(
    (best, one) => (best && best.width >= one.width ? best : one),
    undefined,
  )
  return widest?.height ? { width: widest.width, height: widest.height } : undefined
}

/** The source for narrow screens, where the picture has full width. */
function Narrow({ url }: { url: string }) {
  const size = imageSize(url)
  return size ? (
    <source media={narrowScreen} sizes="100vw" srcSet={srcSetOf([{ url, ...size }])} {...size} />
  ) : (
    <source media={narrowScreen} srcSet={candidateUrl(url)} />
  )
}
