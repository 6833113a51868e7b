// One URL of every page kind in the sample site, unprefixed, and of its states: empty, past the end, missing.
import { localizePath, searchHref } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'

const paths = `
  / /news /product /service /solution /contact /news?keywords=zzz /news?page=2 /product?missing=1
  /news/1021 /news/1021/2001 /product/101 /product/101/1111 /service/203 /solution/301 /product?tag=zzz
  /product/compare /product/compare?id=101&id=102&id=999 /manual /download?filter=type:PDF /about
  /about/quality /detail_tl-mag /download /manual/51 /sitemap /nowhere/at/all
`
  .trim()
  .split(/\s+/)

export function pageKindsIn(locale: Locale): string[] {
  return [...paths.map((path) => localizePath(path, locale)), searchHref('TL', locale)]
}
