// Page frame: the page's element, and the header with breadcrumb, heading and lead.
import type { ReactNode } from 'react'
import type { Crumb } from '../../shared/head.ts'
import type { PageRequest } from '../site.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
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

type EmptyProps = { request: PageRequest; title: string; children: ReactNode }

/** A page without its item. */
export function EmptyPage({ request, title, children }: EmptyProps) {
  return (
    <PageBody request={request}>
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
