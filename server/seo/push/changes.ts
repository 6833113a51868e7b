// What has changed since an engine was last told.
import type { Listed } from './read-sitemaps.ts'

/** The latest first, because an engine may have enough before the end. */
export type Changes = { fresh: string[]; changed: string[]; gone: string[] }

/** A page without a date is told of once. `all`: as if nobody had been told of anything. */
export function changesBetween(told: Listed, listed: Listed, all: boolean): Changes {
  const pages = [...listed].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
  const known = (url: string) => !all && told.has(url)
  return {
    fresh: pages.filter(([url]) => !known(url)).map(([url]) => url),
    changed: pages.filter(([url, date]) => known(url) && told.get(url) !== date).map(([url]) => url),
    gone: [...told.keys()].filter((url) => !listed.has(url)),
  }
}
