// References of a product: who uses it, where and since when.
import type { Article } from '../../shared/content/content.ts'

type Props = { references: Article['references'] }

export function References({ references }: Props) {
  return (
    <ul className="references">
      {references.map(({ name, place, since, text }, index) => (
        <li key={`${index}${name}`}>
          <h3>{name}</h3>
          {(place || since) && <p className="meta">{[place, since].filter(Boolean).join(' · ')}</p>}
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}
