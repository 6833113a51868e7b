// Link for content URLs, which may be without a language prefix.
import type { ReactNode } from 'react'
import type { MenuNode } from '../../shared/content/site.ts'
import { localizePath } from '../../shared/href.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { localeOfPath, resolve } from '../../shared/resolve.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import { useSite } from '../site.tsx'

/** `to`: '' (plain text), an absolute URL, or a root-relative path with or without a language prefix. */
export function SiteLink({ to, children, ...rest }: { to: string; className?: string; children: ReactNode }) {
  const { language, sections, media } = useSite()
  if (to === '') return <span className={rest.className}>{children}</span>
  return (
    <a href={media.urlOf(inLanguage(to, { ...language, sections }))} {...rest}>
      {children}
    </a>
  )
}

/** Entries of the menu with the entries below them. */
export function SiteLinks({ nodes }: { nodes: MenuNode[] }) {
  const { locale } = useSite()
  return (
    <ul>
      {nodes.map(({ id, path, title, children }) => (
        <li key={id}>
          <SiteLink to={path}>{title[locale]}</SiteLink>
          {children.length > 0 && <SiteLinks nodes={children} />}
        </li>
      ))}
    </ul>
  )
}

/** A page of this site without a language prefix gets the one of the language; the first of the site has none. */
export function inLanguage(to: string, page: PageLanguage & AddressSettings): string {
  const { locale, languages } = page
  if (locale === languages[0] || !to.startsWith('/') || localeOfPath(to, languages)) return to
  const [url = '', ...hash] = to.split('#')
  const target = resolve(url, page)
  if (target.kind !== 'page') return to
  return [localizePath(target.path, page) + target.search, ...hash].join('#')
}
