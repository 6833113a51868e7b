// Picture with intrinsic size (no layout shift); without a URL or after an error a background of the same shape.
import type { ImageCopies } from '../../shared/content/content.ts'
import { imageSize, imageSources, resizedCopies, srcSetOf } from '../../shared/image.ts'
import { useSite } from '../site.tsx'

export type PictureProps = {
  url: string | undefined
  alt: string | undefined
  /** For pictures of the first view: loaded eagerly with high priority. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  /** Copies that the origin has; without them those that the name promises, or that this server makes. */
  copies?: ImageCopies | undefined
  /** The `sizes` attribute. */
  sizes?: string
  className?: string
  id?: string
}

const narrowScreen = '(max-width: 56rem)'
const fallbackSize = { width: 1200, height: 675 }

export function Picture({
  url,
  alt = '',
  priority,
  narrow,
  copies: given = [],
  sizes = '100vw',
  className = '',
  id,
}: PictureProps) {
  const { resizesMedia } = useSite().settings
  if (!url) return <div className={`picture picture-empty ${className}`} aria-hidden="true" />
  const copiesOf = (one: string) => (resizesMedia ? resizedCopies(one) : [])
  const copies = given.length > 0 ? given : copiesOf(url)
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture className={`picture ${className}`} id={id}>
      {narrow && <Narrow url={narrow} copies={copiesOf(narrow)} />}
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

/** Of the widest copy. */
function sizeOfCopies(copies: ImageCopies) {
  const widest = copies.reduce<ImageCopies[number] | undefined>(
    (best, one) => (best && best.width >= one.width ? best : one),
    undefined,
  )
  return widest?.height ? { width: widest.width, height: widest.height } : undefined
}

/** Sources for narrow screens, where the picture has full width. */
function Narrow({ url, copies }: { url: string; copies: ImageCopies }) {
  const size = imageSize(url)
  return (
    <>
      {imageSources(url).map((source) => (
        <source key={source.type} media={narrowScreen} sizes="100vw" {...source} {...size} />
      ))}
      {copies.length > 0 ? (
        <source media={narrowScreen} sizes="100vw" srcSet={srcSetOf(copies)} {...size} />
      ) : size ? (
        <source media={narrowScreen} sizes="100vw" srcSet={`${url} ${size.width}w`} {...size} />
      ) : (
        <source media={narrowScreen} srcSet={url} />
      )}
    </>
  )
}
