// Link for content URLs, which may be without a language prefix.
import type { ReactNode } from 'react'
import { defaultLocale } from '../../shared/constants.ts'
import type { MenuNode } from '../../shared/content/site.ts'
import { localizePath } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { resolve } from '../../shared/resolve.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { useSite } from '../site.tsx'

type Props = { to: string; className?: string; children: ReactNode; 'aria-current'?: 'page' | undefined }

/** `to`: '' (plain text), an absolute URL, or a root-relative path with or without a language prefix. */
export function SiteLink({ to, children, ...rest }: Props) {
  const { locale, sections } = useSite()
  if (to === '') return <span className={rest.className}>{children}</span>
  return (
    <a href={inLanguage(to, locale, sections)} {...rest}>
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

/** A page of this site without a language prefix gets the one of `locale`; Chinese pages have none. */
export function inLanguage(to: string, locale: Locale, sections: SiteSections): string {
  if (locale === defaultLocale || !to.startsWith('/') || /^\/(en|zh)(\/|$|\?)/.test(to)) return to
  const [url = '', ...hash] = to.split('#')
  const target = resolve(url, sections)
  if (target.kind !== 'page') return to
  return [localizePath(target.path, locale) + target.search, ...hash].join('#')
}
