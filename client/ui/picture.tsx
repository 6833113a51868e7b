// Picture with intrinsic size (no layout shift) and the copies that this server has of it; without a URL or after an error a
// background of the same shape.
import type { ComponentProps } from 'react'
import type { ArticleSummary, ImageCopies } from '../../shared/content/content.ts'
import {
  candidateUrl,
  copiesOf,
  copyFormats,
  imageSize,
  type KnownPicture,
  sizeWithin,
  srcSetOf,
} from '../../shared/image.ts'
import { useSite } from '../site.tsx'

export type PictureProps = {
  url: string | undefined
  alt: string | undefined
  /** A picture of the first view is loaded eagerly with high priority. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  /** Copies that the upstream has. */
  copies?: ImageCopies | undefined
  /** The `sizes` attribute. */
  sizes?: string
  /** `x% y%`: what stays in view where the picture is cropped. */
  focus?: string | undefined
}

/** The picture of an item beside its title. */
export function coverOf(item: Partial<Pick<ArticleSummary, 'cover' | 'cover_sizes' | 'cover_focus'>>) {
  return { url: item.cover, copies: item.cover_sizes, focus: item.cover_focus, alt: '' }
}

const narrowScreen = '(max-width: 56rem)'
const fallbackSize = { width: 1200, height: 675 }

export function Picture({
  url,
  alt = '',
  priority,
  narrow,
  copies = [],
  sizes = '100vw',
  focus,
}: PictureProps) {
  const { media } = useSite()
  if (!url) return <div className="picture picture-empty" aria-hidden="true" />
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  const picture = media.pictureOf(url)
  const size = sizeOfCopies(copies) ?? imageSize(url) ?? fallbackSize
  const sized = copies.map((copy) => ({ ...copy, url: media.urlOf(copy.url) }))
  return (
    <picture className="picture">
      {narrow && <Narrow url={narrow} />}
      {picture && <CopySources of={picture} sizes={sizes} />}
      <img
        src={media.urlOf(url)}
        alt={alt}
        {...(copies.length > 0 && { srcSet: srcSetOf(sized), sizes })}
        {...loading}
        {...(picture ? sizeWithin(picture, size.width) : size)}
        data-colour={picture?.colour}
        data-focus={focus}
      />
    </picture>
  )
}

/** The sources of the copies; none for a picture that is narrower than all copies. */
export function CopySources({ of, ...attributes }: ComponentProps<'source'> & { of: KnownPicture }) {
  return copyFormats.map((format) => {
    const srcSet = srcSetOf(copiesOf(of, format))
    return srcSet && <source key={format} type={`image/${format}`} srcSet={srcSet} {...attributes} />
  })
}

/** The size of the widest copy. */
function sizeOfCopies(copies: ImageCopies) {
  const [widest] = copies.toSorted((a, b) => b.width - a.width)
  return widest?.height ? { width: widest.width, height: widest.height } : undefined
}

/** The source for narrow screens, where the picture has full width. */
function Narrow({ url }: { url: string }) {
  const { media } = useSite()
  const picture = media.pictureOf(url)
  const named = imageSize(url)
  const file = media.urlOf(url)
  const size = picture ? sizeWithin(picture) : named
  return (
    <>
      {picture && <CopySources of={picture} media={narrowScreen} sizes="100vw" {...size} />}
      <source
        media={narrowScreen}
        {...(named
          ? { sizes: '100vw', srcSet: srcSetOf([{ url: file, ...named }]) }
          : { srcSet: candidateUrl(file) })}
        {...size}
      />
    </>
  )
}
