// Page frame: the page's element, and the header with breadcrumb, heading and lead.
import type { ReactNode } from 'react'
import type { Crumb } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import { type PageRequest, useSite } from '../site.tsx'
import { Picture, type PictureProps } from './picture.tsx'
import { Title, type Titled } from './title.tsx'

const coverSizes = '(min-width: 62rem) 44rem, 92vw'

type Props = Titled & {
  trail: Crumb[]
  lead?: string | undefined
  /** Beside the title on wide screens, below it on narrow ones. */
  cover?: PictureProps | undefined
  children?: ReactNode
}

export function PageHeader({ trail, lead, cover, children, ...titled }: Props) {
  return (
    <header className={cover?.url ? 'page-header with-cover' : 'page-header'}>
      <Breadcrumb trail={trail} />
      <h1 tabIndex={-1} data-page-part="title">
        <Title of={titled} />
      </h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
      {cover?.url && <Picture {...cover} sizes={coverSizes} priority />}
    </header>
  )
}

/** A page without its item. */
export function EmptyPage({ title, children, ...body }: BodyProps & { title: string }) {
  return (
    <PageBody {...body}>
      <PageHeader trail={[{ title }]} title={title} />
      <p className="empty">{children}</p>
    </PageBody>
  )
}

type BodyProps = { request: PageRequest; className?: string; children: ReactNode }

export function PageBody({ request: { match }, className = '', children }: BodyProps) {
  return (
    <div className={`page ${className}`} data-page={match?.route}>
      {children}
    </div>
  )
}

/** The path from the home page to this page. */
export function Breadcrumb({ trail }: { trail: Crumb[] }) {
  const { t, language } = useSite()
  const crumbs = [{ title: t('nav.home'), to: href('home', {}, language) }, ...trail]
  return (
    <nav className="breadcrumb" aria-label={t('breadcrumb.label')}>
      <ol>
        {crumbs.map(({ title, to }, index) => (
          <li key={`${index}${title}`}>
            {to && index < crumbs.length - 1 ? (
              <a href={to}>{title}</a>
            ) : (
              <span aria-current="page">{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
