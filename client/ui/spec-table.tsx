// Specifications as names and values.
import { useSite } from '../site.tsx'

export function SpecTable({ specs }: { specs: { name: string; value: string }[] }) {
  const { t } = useSite()
  return (
    <section className="table-scroll" tabIndex={0} aria-label={t('article.specs')}>
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
    </section>
  )
}
