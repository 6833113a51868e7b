// Table of specifications: names and values.
import { useSite } from '../site.tsx'

export function SpecTable({ specs }: { specs: { name: string; value: string }[] }) {
  const { t } = useSite()
  const caption = t('article.specs')
  return (
    <section className="table-scroll" aria-label={caption}>
      <table className="spec-table">
        <caption className="visually-hidden">{caption}</caption>
        <tbody>
          {specs.map(({ name, value }, index) => (
            <tr key={`${index}${name}`}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
