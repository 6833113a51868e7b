// Chips: links in a row, one of which may be current (then a change of the query keeps their elements).
import type { ReactNode } from 'react'

type Chip = { key: string; to: string; text: ReactNode; isCurrent?: boolean }

export function Chips({ chips }: { chips: readonly Chip[] }) {
  return (
    <ul className="chips">
      {chips.map(({ key, to, text, isCurrent }) => (
        <li key={key} data-page-part={isCurrent === undefined ? undefined : key}>
          <a
            data-page-part={isCurrent === undefined ? undefined : 'link'}
            href={to}
            aria-current={isCurrent ? 'true' : undefined}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
