// An image with its room reserved; without a URL, a quiet placeholder of the same shape.
import { imageSize } from '../../shared/image.ts'

type Props = {
  url: string | undefined
  alt: string | undefined
  /** What a visitor sees first is loaded first. */
  priority?: boolean
  /** The source for narrow screens. */
  narrow?: string | undefined
  className?: string
}

const fallbackSize = { width: 1200, height: 675 }

export function Picture({ url, alt = '', priority = false, narrow, className = 'picture' }: Props) {
  if (!url) return <div className={`${className} picture-empty`} aria-hidden="true" />
  const size = imageSize(url) ?? fallbackSize
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <picture className={className}>
      {narrow && <source media="(max-width: 40rem)" srcSet={narrow} {...imageSize(narrow)} />}
      <img src={url} alt={alt} {...size} {...loading} />
    </picture>
  )
}
