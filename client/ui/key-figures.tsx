// Key figures: the most important numbers of a product or of the company, each with its name.
type Figure = { name: string; value: string }

export function KeyFigures({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null
  return (
    <dl className="key-figures">
      {figures.map(({ name, value }, index) => (
        <div key={`${index}${name}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
