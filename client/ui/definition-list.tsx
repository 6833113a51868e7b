// Definition list: each name with its value; one without a value is left out.
import type { ReactNode } from 'react'

type Props = { className?: string; items: readonly { name: string; value: ReactNode }[] }

export function DefinitionList({ className, items }: Props) {
  const shown = items.filter(({ value }) => value)
  if (shown.length === 0) return null
  return (
    <dl className={className}>
      {shown.map(({ name, value }, index) => (
        <div key={`${index}${name}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
