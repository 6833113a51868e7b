// An entry of WordPress as an item of a content file.
import type { Locale } from '../../../shared/locale.ts'
import { type ItemKind, unlistedSection } from '../systems/api-map.ts'
import { isContactSign, ownSignOf } from '../systems/contact-signs.ts'
import type { PulledItem, SourceContext } from '../systems/source.ts'
import { titleRank } from '../systems/title-rank.ts'
import { countFrom, type Json, numberFrom, textFrom } from '../systems/values.ts'
import { type InSite, type Items, placedOf } from './items.ts'
import { placeIn } from './links.ts'
import { kindOf, type PostSource, type Sources } from './sources.ts'
import type { Terms } from './terms.ts'

/** The order before all others. */
const first = -1

/** What the entries of a response refer to, by id. */
export type Beside = {
  numbers: Map<unknown, number>
  parents: Map<number, Json>
  pictures: Map<number, Json>
  /** Terms of products. */
  terms: Terms
}
/** `site`: whose entry it is; `files`: those that have been uploaded to it. */
type EntryContext = InSite & { site: Locale; sources: Sources; beside: Beside; files: Json[] }

export function createItemOf(items: Items, { addresses, map }: Pick<SourceContext, 'addresses' | 'map'>) {
  function frontOf(entry: Json, kind: ItemKind, context: EntryContext, order: number | undefined) {
    const { beside, files, locale, sources } = context
    const { id: _, ...summary } = items.summary(entry, kind, 0, context)
    const { title, published_at, draft, cover } = { cover: undefined, draft: undefined, ...summary }
    const seo = items.seo(entry, kind, summary, context)
    const expires_at = items.expiresAt(entry, kind, context)
    const aliases = items.aliases(entry, kind)
    const placed = { title, order, published_at, expires_at, aliases, draft, seo }
    const attachments = items.attachments(files, locale)
    const gallery = [items.gallery(entry, kind) ?? []]
      .flat()
      .map((one: unknown) => beside.pictures.get(countFrom(one) ?? 0) ?? one)
    switch (kind) {
      case 'about':
        return { ...placed, sign: ownSignOf(summary.sign), cover, summary: items.summaryOfPage(entry, kind) }
      case 'download':
        return { ...placed, description: summary.summary, items: items.files(files, context) }
      case 'manual':
        return { ...placed, attachments }
      default:
        return {
          ...summary,
          order,
          seo,
          expires_at,
          aliases,
          ...placedOf(entry, map.sections.kindOf(kind), sectionsIn(sources), beside.terms),
          ...items.articleFields(entry, kind, context, gallery),
          attachments,
        }
    }
  }

  /** Undefined for an entry that is shown nowhere. */
  return (entry: Json, base: string, context: EntryContext): PulledItem | undefined => {
    const { locale, sources, beside, site } = context
    const place = placeOf(entry, base, context, unlistedSection(map))
    if (!place) return undefined
    const { kind, parent, isListed } = place
    const front = frontOf(entry, kind, context, orderOf(entry, sources[kind], parent !== undefined))
    const link = addresses.within(String(entry['link'] ?? ''), locale)
    const places = new Set([`?${entry['id']}`, ...(link === undefined ? [] : [placeIn(link)])])
    const names = [...places].filter(Boolean).map((place) => nameOf(site, place))
    return {
      kind,
      lang: locale,
      parent,
      entry: String(entry['id']),
      id: beside.numbers.get(entry['id'])!,
      names: 'draft' in front && front.draft ? [] : names,
      // Pages of the company are listed beside each other; their files have no such field.
      front: { ...front, ...(isListed || kind === 'about' ? {} : { listed: false }) },
      body: items.body(entry, kind),
    }
  }
}

/** Categories that are sections here. */
function sectionsIn(sources: Sources): ReadonlySet<unknown> {
  return new Set(Object.values(sources).flatMap(({ filter }) => filter.categories ?? []))
}

/** The name of a link: the site, and the path or the number of the entry there. */
export function nameOf(site: Locale, place: string): string {
  return `${site} ${place}`
}

function orderOf(entry: Json, source: PostSource | undefined, isPart: boolean): number | undefined {
  const isAbove = source?.parent !== undefined && source.parent === numberFrom(entry['id'])
  if (isAbove) return first
  if (source?.order === 'title') return titleRank(textFrom(entry['title']) ?? '')
  return isPart || source?.order === 'manual' ? numberFrom(entry['menu_order']) : undefined
}

/** `parent`: the number of the item of which it is a part. A page outside of all sections has its address alone. */
function placeOf(
  entry: Json,
  base: string,
  { sources, beside: { parents, numbers } }: Pick<EntryContext, 'sources' | 'beside'>,
  unlisted: string,
): { kind: ItemKind; parent?: number | undefined; isListed: boolean } | undefined {
  const above = countFrom(entry['parent']) ?? 0
  const kind = kindOf(entry, base, sources)
  if (kind && (above === 0 || sources[kind]?.parent === above)) return { kind, isListed: true }
  const parent = parents.get(above)
  const kindAbove = parent && kindOf(parent, base, sources)
  if (kindAbove) return { kind: kindAbove, parent: numbers.get(parent['id']), isListed: true }
  if (kind) return { kind, isListed: true }
  if (base !== 'pages') return undefined
  const isAbout = sources.about?.parent === numberFrom(entry['id']) && textFrom(entry['content'])
  return { kind: isAbout || isContactSign(entry['slug']) ? 'about' : unlisted, isListed: false }
}
