// The top of a page: where one is, its heading, a line or two about it.
import type { ReactNode } from 'react'
import type { Crumb } from '../../shared/crumb.ts'
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
