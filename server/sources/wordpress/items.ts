// WordPress entries as items of the contract.
import type { Locale } from '../../../shared/locale.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import type { ItemKind } from '../systems/api-map.ts'
import { type Placed, placedTerms } from '../systems/category-tree.ts'
import { type ImageSize, imageSizeFrom, sizesInShape } from '../systems/image-sizes.ts'
import { productParts } from '../systems/product-parts.ts'
import { seoFrom } from '../systems/seo.ts'
import type { SourceContext } from '../systems/source.ts'
import { textsOf } from '../systems/text-fields.ts'
import {
  addressesFrom,
  dateFrom,
  htmlFrom,
  type Json,
  numberFrom,
  objectOf,
  objectsOf,
  signFrom,
  specsFrom,
  textFrom,
  urlFrom,
  valueAt,
} from '../systems/values.ts'
import { identifying } from './fields.ts'
import { isUncategorized, type Terms, termsOf } from './terms.ts'

export type Items = ReturnType<typeof createItems>
/** `offset` is that of dates without one. `title`: of the site. */
export type InSite = { locale: Locale; offset: string; title?: string | undefined }

/** What every entry is requested with. */
const commonFields = [
  ...identifying,
  'title',
  'excerpt',
  'parent',
  'categories',
  'tags',
  'featured_media',
  '_links',
  '_embedded',
  'content',
  'menu_order',
  // Fields of Yoast and Rank Math.
  ...['title', 'description', 'og_image', 'robots'].map((name) => `yoast_head_json.${name}`),
  ...['title', 'description', 'robots', 'facebook_image'].map((name) => `meta.rank_math_${name}`),
]

export function createItems({ map, addresses }: Pick<SourceContext, 'map' | 'addresses'>) {
  const { kindOf } = map.sections
  const { coverOf, galleryFrom } = createImages(addresses)

  /** The value of a field that api-map.yaml names, else that of `usual`. */
  const given = (kind: ItemKind, name: string, entry: Json, usual?: unknown): unknown => {
    const path = map.fields?.[kind]?.[name]
    return path === undefined ? usual : valueAt(entry, path)
  }

  function summary(entry: Json, kind: ItemKind, id: number, { locale, offset }: InSite) {
    const cover = coverOf(entry, locale)
    const date = (name: string, usual: unknown) => dateFrom(given(kind, name, entry, usual), offset)
    const own = urlFrom(given(kind, 'cover', entry))
    return {
      id,
      title: textFrom(given(kind, 'title', entry, entry['title'])) ?? '',
      summary: summaryText(given(kind, 'summary', entry, entry['excerpt'])),
      ...(own ? { cover: addresses.media(own, locale) } : cover),
      published_at: date('published_at', utc(entry['date_gmt']) ?? entry['date']),
      updated_at: date('updated_at', utc(entry['modified_gmt'])),
      sign: signFrom(given(kind, 'sign', entry, entry['slug'])),
      ...draftOf(entry),
    }
  }

  function seo(
    entry: Json,
    kind: ItemKind,
    own: { title: string; cover?: string | undefined },
    site: InSite,
  ) {
    const named = given(kind, 'seo', entry, entry['yoast_head_json'] ?? entry['meta'])
    const media = (url: string) => addresses.media(url, site.locale)
    return seoFrom(named, { ...own, siteTitle: site.title, media })
  }

  return {
    summary,
    seo,
    /** Only the map names it: WordPress makes an excerpt of the text of each page. */
    summaryOfPage: (entry: Json, kind: ItemKind) => summaryText(given(kind, 'summary', entry)),
    expiresAt: (entry: Json, kind: ItemKind, { offset }: InSite) =>
      dateFrom(given(kind, 'expires_at', entry), offset),
    aliases: (entry: Json, kind: ItemKind) => addressesFrom(given(kind, 'aliases', entry)),
    /** The fields of an article beyond those of its summary. */
    articleFields: (entry: Json, kind: ItemKind, { locale }: InSite, gallery: unknown[]) => ({
      ...textsOf(kindOf(kind), (name) => given(kind, name, entry)),
      specs: specsFrom(given(kind, 'specs', entry)),
      ...productParts(kindOf(kind), (name) => given(kind, name, entry)),
      gallery: galleryFrom(gallery, locale),
    }),
    gallery: (entry: Json, kind: ItemKind): unknown => given(kind, 'gallery', entry),
    /** It still has the addresses of WordPress. */
    body: (entry: Json, kind: ItemKind): string => htmlFrom(given(kind, 'body', entry, entry['content'])),
    ...createFileLists(addresses),
  }
}

/** The value of `_fields`, with the fields that api-map.yaml names. */
export function requestedFields({ fields }: SourceContext['map']): string {
  const named = Object.values(fields ?? {}).flatMap((paths) => Object.values(paths ?? {}))
  return [...new Set([...commonFields, ...named.map((path) => path.split('.')[0]!)])].join(',')
}

/** Tags and facets. `sections`: ids of categories that are sections here. `terms`: trees of products. */
export function placedOf(
  entry: Json,
  kind: SectionKind | undefined,
  sections: ReadonlySet<unknown>,
  terms: Terms,
): Placed {
  const all = termsOf(entry)
  const isTree = ({ id }: Json) => kind === 'product' && terms.has(numberFrom(id) ?? 0)
  const inTrees = placedTerms(all.filter(isTree).map(({ id }) => terms.get(numberFrom(id)!)!))
  const others = all.filter((one) =>
    one['taxonomy'] === 'category'
      ? kind === 'news' && !sections.has(one['id']) && !isUncategorized(one)
      : !isTree(one),
  )
  const tags = others.flatMap(({ name }) => textFrom(name) ?? [])
  return { ...inTrees, tags: [...new Set([...tags, ...inTrees.tags])] }
}

type ItemAddresses = Pick<SourceContext['addresses'], 'media'>

function createImages(addresses: ItemAddresses) {
  /** Copies of an image in its own shape, at addresses of this site. */
  const copiesOf = (media: Json, locale: Locale) =>
    sizesOf(media).map((size) => ({ ...size, url: addresses.media(size.url, locale) }))

  function coverOf(entry: Json, locale: Locale) {
    const [media] = objectsOf(valueAt(entry, '_embedded.wp:featuredmedia'))
    const url = media && urlFrom(media)
    if (!media || !url) return {}
    return {
      cover: addresses.media(url, locale),
      cover_alt: textFrom(media['alt_text']),
      cover_sizes: copiesOf(media, locale),
    }
  }

  const galleryFrom = (gallery: unknown[], locale: Locale) =>
    gallery.flatMap((one) => {
      const url = urlFrom(one)
      const media = objectOf(one)
      const alt = textFrom(media['alt'] ?? media['alt_text'])
      return url ? [{ url: addresses.media(url, locale), alt, sizes: copiesOf(media, locale) }] : []
    })

  return { coverOf, galleryFrom }
}

const createFileLists = (addresses: ItemAddresses) => ({
  /** Files of the media library, without images. */
  attachments: (files: Json[], locale: Locale) =>
    files.filter(isDocument).flatMap((file) => {
      const url = urlFrom(file)
      if (!url) return []
      const size = numberFrom(valueAt(file, 'media_details.filesize'))
      return [{ name: textFrom(file['title']) ?? '', url: addresses.media(url, locale), size }]
    }),
  /** Files of a download page. */
  files: (files: Json[], { locale, offset }: InSite) =>
    files.filter(isDocument).flatMap((file) => {
      const url = urlFrom(file)
      const id = numberFrom(file['id'])
      if (!url || id === undefined) return []
      return [
        {
          id,
          name: textFrom(file['title']) ?? '',
          url: addresses.media(url, locale),
          description: textFrom(file['caption']) ?? textFrom(file['description']),
          size: numberFrom(valueAt(file, 'media_details.filesize')),
          published_at: dateFrom(utc(file['date_gmt']), offset),
        },
      ]
    }),
})

/** A summary without the mark of a shortened text. */
function summaryText(value: unknown): string | undefined {
  const text = textFrom(value)
  const mark = ['[…]', '[...]'].find((one) => text?.endsWith(one))
  return mark ? `${text?.slice(0, -mark.length).trimEnd()}…` : text
}

function utc(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? `${value}Z` : undefined
}

/** A scheduled entry has its time. */
function draftOf({ status }: Json): { draft?: true } {
  return status === 'draft' || status === 'pending' ? { draft: true } : {}
}

function isDocument({ mime_type }: Json): boolean {
  return !/^image\//.test(String(mime_type))
}

/** The copies of an image in its own shape, by width: of an entry of the media library, or of a field of ACF. */
function sizesOf(media: Json): ImageSize[] {
  const details = objectOf(media['media_details'] ?? media)
  const whole = sizeOf({ ...details, source_url: urlFrom(media) })
  if (!whole) return []
  return sizesInShape(
    whole,
    copiesIn(objectOf(details['sizes'])).flatMap((copy) => sizeOf(copy) ?? []),
  )
}

/** ACF has `medium`, `medium-width` and `medium-height` side by side. */
function copiesIn(sizes: Json): Json[] {
  return Object.entries(sizes).flatMap(([name, copy]) => {
    if (typeof copy !== 'string') return objectsOf([copy])
    return [{ source_url: copy, width: sizes[`${name}-width`], height: sizes[`${name}-height`] }]
  })
}

function sizeOf({ source_url, width, height }: Json): ImageSize | undefined {
  return imageSizeFrom(source_url, width, height)
}
