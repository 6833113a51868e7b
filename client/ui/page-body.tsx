// The routed page's element.
import type { ReactNode } from 'react'
import { useSite } from '../site.tsx'

export function PageBody({ className = '', children }: { className?: string; children: ReactNode }) {
  const { match } = useSite()
  return (
    <div className={`page ${className}`} data-page={match?.route}>
      {children}
    </div>
  )
}
