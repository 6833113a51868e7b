// Table of order codes: a row for each variant, a column for its size and for each attribute.
import type { Article } from '../../shared/content/content.ts'
import { variantId } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

type Props = { variants: Article['variants'] }

/** A table with fewer rows has no search. */
const fewestToFilter = 5

/** The filter and the buttons are shown with JavaScript (client/browser/tables.ts, client/browser/buttons.ts). */
export function VariantTable({ variants }: Props) {
  const { t } = useSite()
  const total = variants.length
  return (
    <div data-copied={t('copy.done')} data-failed={t('copy.failed')}>
      {total >= fewestToFilter && (
        <p className="row-filter scripted" data-found={t('variants.found', { found: '{found}', total })}>
          <label htmlFor="variants-filter">{t('variants.filter')}</label>
          <input id="variants-filter" type="search" autoComplete="off" data-filter-rows="variants" />
          <span role="status" />
        </p>
      )}
      <section className="table-scroll" id="variants" aria-label={t('product.variants')}>
        <Rows variants={variants} />
      </section>
    </div>
  )
}

function Rows({ variants }: Props) {
  const { t } = useSite()
  const hasSizes = variants.some(({ size }) => size)
  const names = [...new Set(variants.flatMap(({ attributes }) => attributes.map(({ name }) => name)))]
  return (
    <table className="variant-table">
      <caption className="visually-hidden">{t('product.variants')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('variants.code')}</th>
          {hasSizes && <th scope="col">{t('variants.size')}</th>}
          {names.map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {variants.map(({ code, size, attributes }, index) => (
          <tr key={`${index}${code}`} id={variantId(index)}>
            <th scope="row">
              <code>{code}</code>{' '}
              <button type="button" className="copy scripted" aria-label={t('copy.code', { code })}>
                {t('copy.button')}
              </button>
            </th>
            {hasSizes && <td>{size}</td>}
            {names.map((name) => (
              <td key={name}>{attributes.find((one) => one.name === name)?.value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
