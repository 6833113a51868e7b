// Table of specifications: names and values.
import { cachedFragment } from '../cached-fragment.tsx'
import { useSite } from '../site.tsx'

type Props = { specs: { name: string; value: string }[] }

export function SpecTable({ specs }: Props) {
  const { t } = useSite()
  const caption = t('article.specs')
  return <RowsFragment as="section" content={{ specs }} className="table-scroll" aria-label={caption} />
}

const RowsFragment = cachedFragment('specs', Rows)

function Rows({ specs }: Props) {
  const { t } = useSite()
  return (
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
  )
}
