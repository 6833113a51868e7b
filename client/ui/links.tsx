// List of links, one of which may be current.
import type { MouseEvent, ReactNode } from 'react'

export type LinkItem = {
  /** Default: `to`. */
  key?: string | number
  /** '': plain text. */
  to: string
  title: ReactNode
  current?: 'page' | 'true' | false
  onClick?: (event: MouseEvent) => void
}

type Props = { className?: string; links: readonly LinkItem[]; label?: string; part?: string }

/** Links of which one may be current keep their elements over a change of the query. */
export function Links({ className, links, label, part }: Props) {
  return (
    <ul className={className} aria-label={label} data-page-part={part}>
      {links.map(({ key, to, title, current, onClick }) => {
        const isPart = current !== undefined
        return (
          <li key={key ?? to} data-page-part={isPart ? key : undefined}>
            {to === '' ? (
              <span>{title}</span>
            ) : (
              <a
                href={to}
                aria-current={current || undefined}
                data-page-part={isPart ? 'link' : undefined}
                onClick={onClick}
              >
                {title}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
