// Link for content URLs: pages of this site navigate in-app, other URLs are plain links.
import type { ReactNode } from 'react'
import { localizePath } from '../../shared/href.ts'
import { resolve } from '../../shared/resolve.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'

type Props = { to: string; className?: string; children: ReactNode; 'aria-current'?: 'page' | undefined }

/** `to`: '' (plain text), an absolute URL, or a root-relative path with or without a language prefix. */
export function SiteLink({ to, children, ...rest }: Props) {
  const { locale } = useSite()
  if (to === '') return <span className={rest.className}>{children}</span>
  const target = to.startsWith('/') ? resolve(to) : undefined
  if (target?.kind !== 'page')
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    )
  const prefixed = /^\/(en|zh)(\/|$|\?)/.test(to)
  return (
    <Link to={prefixed ? to : localizePath(target.path, locale) + target.search} {...rest}>
      {children}
    </Link>
  )
}
