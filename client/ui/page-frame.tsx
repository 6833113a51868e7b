// Page frame: the page's element, and the header with breadcrumb, heading and lead.
import type { ReactNode } from 'react'
import type { Crumb } from '../../shared/head.ts'
import type { PageRequest } from '../site.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

type Props = { trail: Crumb[]; title: string; lead?: string | undefined; children?: ReactNode }

export function PageHeader({ trail, title, lead, children }: Props) {
  return (
    <header className="page-header">
      <Breadcrumb trail={trail} />
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
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
