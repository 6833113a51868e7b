// Specifications as names and values.
import { useSite } from '../site.tsx'

export function SpecTable({ specs }: { specs: { name: string; value: string }[] }) {
  const { t } = useSite()
  if (specs.length === 0) return null
  return (
    <section className="block">
      <h2>{t('article.specs')}</h2>
      <div className="table-scroll">
        <table className="spec-table">
          <caption className="visually-hidden">{t('article.specs')}</caption>
          <tbody>
            {specs.map(({ name, value }, index) => (
              <tr key={`${index}${name}`}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
