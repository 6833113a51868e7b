// Link check: links in content to items that are not served, to pages in the other language, and to empty sections.
import { type Problem, say } from '../../shared/content/problem.ts'
import { localizePath } from '../../shared/href.ts'
import { listOf } from '../../shared/languages.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import type { AddressFacts } from '../../shared/site-facts.ts'
import type { Fault } from '../sources/markdown/problem.ts'
import { siteFileOf } from '../sources/markdown/site-files.ts'
import type { Entry, Served } from './entry.ts'

/** What is wrong with a URL in a file, if anything. */
type LinkCheck = (file: string, url: string) => Omit<Fault, 'line'> | undefined

/**
 * Only pages of items are missing: redirects may make other addresses. Links in Markdown have their language prefix,
 * those of YAML files are used in both languages.
 */
export function createLinkCheck(served: Served, facts: AddressFacts): LinkCheck {
  const { languages } = facts
  const names = {
    article: namesOf(served.articles),
    about: namesOf(served.abouts),
    download: namesOf(served.downloads),
    manual: namesOf(served.manuals),
  }
  const isItemKind = (page: string): page is keyof typeof names => Object.hasOwn(names, page)
  const isEmpty = createIsEmpty(served)

  function isServed({ page, params }: RouteMatch, locale: Locale): boolean {
    return !isItemKind(page) || Object.values(params).every((name) => names[page].has(`${locale} ${name}`))
  }

  return (file, url) => {
    const target = resolve(url.replace(/#.*/, ''), facts)
    if (target.kind !== 'page') return undefined
    const lang = languageOf(file)
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
