// The calls about the whole site: configuration, menu, labels, banners.
import type { Banner, Labels, MenuNode, SiteConfig } from '../../shared/content/content.ts'
import type { Asked } from './call.ts'
import { failure } from './failure.ts'

export function configBase({ library }: Asked): SiteConfig {
  return whole(library.site.site)
}

export function routeTree({ library }: Asked): MenuNode[] {
  return whole(library.site.menu)
}

/** A label without a text in this language is not in the answer. */
export function blockLabel({ body, lang, library }: Asked): Labels {
  const labels = Object.entries(whole(library.site.labels))
  const { keys } = body
  const wanted = keys === undefined || keys === null ? undefined : new Set(textList(keys))
  return Object.fromEntries(
    labels.flatMap(([key, texts]) => {
      const text = texts[lang]
      return text === undefined || wanted?.has(key) === false ? [] : [[key, text]]
    }),
  )
}

/** A position nobody wrote banners for has none. */
export function blockBanner({ body, lang, library }: Asked): Banner[] {
  const positions = whole(library.site.banners)
  if (typeof body.position !== 'string') throw failure('malformed')
  const banners = Object.hasOwn(positions, body.position) ? positions[body.position]! : []
  return banners.flatMap((banner) => {
    const text = banner[lang]
    return text ? [{ id: banner.id, ...text }] : []
  })
}

/** A broken file is one resource's failure, not the site's. */
function whole<T>(content: T | undefined): T {
  if (content === undefined) throw failure('broken')
  return content
}

function textList(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw failure('malformed')
  return value
}
