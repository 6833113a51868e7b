// Link check: links in content to items that are not served, to addresses without a page, to pages in the other language, and to
// empty sections.
import { type Problem, say } from '../../shared/content/problem.ts'
import { localizePath } from '../../shared/href.ts'
import { listOf } from '../../shared/languages.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import { isSafeUrl } from '../sources/markdown/fields.ts'
import type { Fault } from '../sources/markdown/problem.ts'
import { siteFileOf } from '../sources/markdown/site-files.ts'
import { addressKey } from './addresses.ts'
import type { Entry, Served } from './entry.ts'
import type { Moves } from './moves.ts'

/** What is wrong with a URL in a file, if anything. */
type LinkCheck = (file: string, url: string) => Omit<Fault, 'line'> | undefined

/**
 * In texts only pages of items are missing: the operator's redirects may make other addresses. An address without a page in the
 * menu or a banner is a remark. Links in Markdown have their language prefix, those of YAML files are used in both languages.
 */
export function createLinkCheck(served: Served, moves: Moves, siteSettings: AddressSettings): LinkCheck {
  const { languages } = siteSettings
  const names = {
    article: namesOf(served.articles),
    about: namesOf(served.abouts),
    download: namesOf(served.downloads),
    manual: namesOf(served.manuals),
  }
  const isItemKind = (page: string): page is keyof typeof names => Object.hasOwn(names, page)
  const isEmpty = createIsEmpty(served)

  function isMoved(path: string): boolean {
    const key = addressKey(path, siteSettings)
    return key !== undefined && moves.byKey.has(key)
  }

  function isServed({ page, params }: RouteMatch, locale: Locale): boolean {
    return !isItemKind(page) || Object.values(params).every((name) => names[page].has(`${locale} ${name}`))
  }

  return (file, url) => {
    const path = url.replace(/[?#].*/, '')
    const target = resolve(path, siteSettings)
    const lang = languageOf(file)
    if (target.kind === 'unmatched' || target.kind === 'invalid')
      return lang || file === siteFileOf('site') || isFile.test(path) || isMoved(path) || !isSafeUrl(url)
        ? undefined
        : { ...say('no page has the address {url}', { url }), effect: 'remark' }
    if (target.kind !== 'page') return undefined
    const usedIn = lang ? [target.locale] : listOf(languages)
    if (!usedIn.some((locale) => isServed(target, locale)))
      return { ...say('no such item: {url}', { url }), effect: 'incomplete' }
    if (lang && target.locale !== lang && isServed(target, lang))
      return {
        ...inOtherLanguage(url, localizePath(target.path, { locale: lang, languages })),
        effect: 'remark',
      }
    return file === siteFileOf('menu') && isEmpty(target)
      ? { ...say('the section {url} is empty', { url }), effect: 'remark' }
      : undefined
  }
}

/** Files, such as feeds, and calls of the API are no pages. */
const isFile = /\.[a-z\d]+$|^\/(?:api|assets|language|media|ops)\//i

function inOtherLanguage(url: string, path: string): Problem {
  return say('a link to a page in the other language: {url}; in this language it is {path}', { url, path })
}

/** The language in the name of a Markdown file. */
function languageOf(file: string): Locale | undefined {
  const lang = file.endsWith('.md') ? file.split('.').at(-2) : undefined
  return isLocale(lang) ? lang : undefined
}

/** Whether a page of a section has nothing to show, in any language. Drafts do not count. */
function createIsEmpty({ articles, abouts, downloads, manuals }: Served) {
  const isPublished = ({ front }: Entry<{ draft?: boolean | undefined }>) => front.draft !== true
  const folders = new Set(articles.filter(isPublished).map(({ file }) => file.split('/')[0]))
  const others = { about: abouts, download: downloads, manuals }
  const isOther = (page: string): page is keyof typeof others => Object.hasOwn(others, page)
  return ({ page, section }: RouteMatch): boolean => {
    if (page === 'list') return section !== undefined && !folders.has(section.slug)
    return isOther(page) && !others[page].some(isPublished)
  }
}

/** The entries by id and by sign. */
function namesOf(entries: Entry<{ id: number; sign?: string | undefined }>[]): Set<string> {
  const namesIn = ({ lang, front: { id, sign = String(id) } }: (typeof entries)[number]) => [
    `${lang} ${id}`,
    `${lang} ${sign}`,
  ]
  return new Set(entries.flatMap(namesIn))
}
