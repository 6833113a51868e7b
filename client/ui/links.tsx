// List of links, one of which may be current.
import type { MouseEvent, ReactNode } from 'react'

export type LinkItem = {
  /** Default: `to`. */
  key?: string | number
  to: string
  title: ReactNode
  current?: 'page' | 'true' | false
  onClick?: (event: MouseEvent) => void
}

/** Links of which one may be current keep their elements over a change of the query. */
export function Links({ className, links }: { className?: string; links: readonly LinkItem[] }) {
  return (
    <ul className={className}>
      {links.map(({ key, to, title, current, onClick }) => {
        const isPart = current !== undefined
        return (
          <li key={key ?? to} data-page-part={isPart ? key : undefined}>
            <a
              href={to}
              aria-current={current || undefined}
              data-page-part={isPart ? 'link' : undefined}
              onClick={onClick}
            >
              {title}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
