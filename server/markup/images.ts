// Pictures; React asks browsers early for those of the first view, with links in the head.
import { isSet, type Props, voidElement, type WriteElement } from './element.ts'
import type { Page } from './page.ts'
import { unsupported } from './unsupported.ts'

/** From here on React sorts by urgency, which no page here comes to. */
const mostEarly = 10

export const writeImage: WriteElement = (page, tag, props) => {
  if (page.scope === undefined || page.scope === 'svg') preload(page, props)
  page.text += voidElement(tag, props)
}

function preload(page: Page, props: Props) {
  const { src, srcSet, sizes, loading, fetchPriority } = props
  if (loading === 'lazy' || fetchPriority === 'low' || (!src && !srcSet)) return
  if (isData(src) || isData(srcSet)) return
  const { images } = page.head
  const key = srcSet ? `${srcSet}\n${sizes ?? ''}` : String(src)
  if (images.has(key)) return
  if (images.size >= mostEarly || isSet(props['crossOrigin'])) throw unsupported('such early pictures')
  const link = {
    rel: 'preload',
    as: 'image',
    href: srcSet ? undefined : src,
    imageSrcSet: srcSet,
    imageSizes: sizes,
    integrity: props['integrity'],
    type: props['type'],
    fetchPriority,
    referrerPolicy: props['referrerPolicy'],
  }
  images.set(key, voidElement('link', link))
}

function isData(address: unknown): boolean {
  return typeof address === 'string' && /^data:/i.test(address)
}
