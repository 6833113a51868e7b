// Links in texts of a content system: editors write `/product/tl-mag`, the address of the page here is `/product/7`.
import { isLocale, type Locale } from '../../../../shared/locale.ts'
import { linksOf, rewriteHtml } from '../../../rich-text/html.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { type ItemKind, itemKinds } from '../api-map.ts'
import { itemAddress } from '../item-address.ts'
import type { Dialect } from './entries.ts'

type Options = {
  addresses: AdapterContext['addresses']
  /** By slug. */
  findBySigns: (system: System, kind: ItemKind, signs: string[]) => Promise<Map<string, Place>>
  sizeImages: Dialect['sizeImages']
}
/** The number of an item, and of the item of which it is a part. */
export type Place = { id: number; parent: number | undefined }

/** Different links of one text that are looked up. */
const mostLinks = 50
export type Target = { url: string; kind: ItemKind; sign: string; locale: Locale; fragment: string }

export function createLinks({ addresses, findBySigns, sizeImages }: Options) {
  async function addressesOf(system: System, targets: Target[]): Promise<Map<string, string>> {
    const kinds = [...new Set(targets.map(({ kind }) => kind))]
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const own = targets.filter((target) => target.kind === kind)
        const numbers = await findBySigns(system, kind, [...new Set(own.map(({ sign }) => sign))])
        return own.flatMap(({ url, sign, locale, fragment }) => {
          const place = numbers.get(sign)
          if (!place) return []
          return [[url, itemAddress(kind, place.id, locale, place.parent) + fragment] as const]
        })
      }),
    )
    return new Map(found.flat())
  }

  return {
    /** HTML with addresses of this site. */
    async rewrite(system: System, html: string): Promise<string> {
      const urls = [...new Set(linksOf(html))].slice(0, mostLinks)
      const targets = urls.flatMap(
        (url) => targetOf(url, addresses.within(url, system.locale), system.locale) ?? [],
      )
      const known = targets.length > 0 ? await addressesOf(system, targets) : new Map<string, string>()
      const rewritten = rewriteHtml(html, {
        link: (url) => known.get(url) ?? url,
        media: (url) => addresses.media(url, system.locale),
      })
      const [sized = rewritten] = sizeImages ? await sizeImages(system, [rewritten]) : []
      return sized
    },
  }
}

/** `/product/tl-mag`, `/en/product/tl-mag#range`. */
export function targetOf(url: string, path: string | undefined, own: Locale): Target | undefined {
  const [plain = '', ...fragment] = (path ?? '').split('#')
  const [first = '', ...rest] = plain.split('/').filter(Boolean)
  const [section, sign, ...more] = isLocale(first) ? rest : [first, ...rest]
  const kind = itemKinds.find((one) => one === section)
  if (!kind || more.length > 0 || !sign || !/^(?!\d+$)[\w.-]{1,64}$/.test(sign)) return undefined
  const locale = isLocale(first) ? first : own
  return { url, kind, sign, locale, fragment: fragment.length > 0 ? `#${fragment.join('#')}` : '' }
}
