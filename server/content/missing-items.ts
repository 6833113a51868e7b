// Missing items: links in content to items that are not served.
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import { resolve } from '../../shared/resolve.ts'
import { routeOf } from '../../shared/routes.ts'
import type { Entry, Served } from './entry.ts'

/** Whether a URL in a file leads to an item that is not served. */
type IsMissing = (file: string, url: string) => boolean

/**
 * Only pages of items are checked: redirects may make other addresses. Links in Markdown have their language prefix,
 * those of YAML files are used in both languages.
 */
export function createIsMissing({ articles, abouts, downloads, manuals }: Served): IsMissing {
  const names = {
    article: namesOf(articles),
    about: namesOf(abouts),
    download: namesOf(downloads),
    manual: namesOf(manuals),
  }
  const isItemKind = (page: string): page is keyof typeof names => Object.hasOwn(names, page)
  return (file, url) => {
    const found = resolve(url.replace(/#.*/, ''))
    const page = found.kind === 'page' ? routeOf(found.route).page : ''
    if (found.kind !== 'page' || !isItemKind(page)) return false
    const usedIn = file.endsWith('.md') ? [found.locale] : locales
    const isServed = (locale: Locale) =>
      Object.values(found.params).every((name) => names[page].has(`${locale} ${name}`))
    return !usedIn.some(isServed)
  }
}

/** By id and by sign. */
function namesOf(entries: Entry<{ id: number; sign?: string | undefined }>[]): Set<string> {
  const namesIn = ({ lang, front: { id, sign = String(id) } }: (typeof entries)[number]) => [
    `${lang} ${id}`,
    `${lang} ${sign}`,
  ]
  return new Set(entries.flatMap(namesIn))
}
