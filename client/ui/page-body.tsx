// The routed page's element.
import type { ReactNode } from 'react'
import type { PageRequest } from '../site.tsx'

type Props = { request: PageRequest; className?: string; children: ReactNode }

export function PageBody({ request: { match }, className = '', children }: Props) {
  return (
    <div className={`page ${className}`} data-page={match?.route}>
      {children}
    </div>
  )
}
