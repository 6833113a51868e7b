// Links in texts of a content system: editors write `/product/tl-mag`, the address of the page here is `/product/7`.
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { type ApiMap, type ItemKind, itemKinds } from '../systems/api-map.ts'

type Target = { kind: ItemKind; sign: string; locale: Locale; fragment: string }

/** `/product/tl-mag`, `/en/product/tl-mag#range`. */
export function targetOf(
  path: string | undefined,
  own: Locale,
  map: Pick<ApiMap, 'sections'>,
): Target | undefined {
  const [plain = '', ...fragment] = (path ?? '').split('#')
  const [first = '', ...rest] = plain.split('/').filter(Boolean)
  const [section, sign, ...more] = isLocale(first) ? rest : [first, ...rest]
  const kind = itemKinds(map).find((one) => one === section)
  if (!kind || more.length > 0 || !sign || !/^(?!\d+$)[\w.-]{1,64}$/.test(sign)) return undefined
  const locale = isLocale(first) ? first : own
  return { kind, sign, locale, fragment: fragment.length > 0 ? `#${fragment.join('#')}` : '' }
}
