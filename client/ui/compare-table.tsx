// Comparison table: a column for each product, a row for each specification. Rows whose values differ are marked, and can be
// shown alone without script (tables.css).
import type { Article } from '../../shared/content/content.ts'
import { articleHref, href, queryString } from '../../shared/href.ts'
import { withoutJoiners } from '../../shared/plain-text.ts'
import { namedText, wordsOf } from '../../shared/section-texts.ts'
import type { Section } from '../../shared/sections.ts'
import { useSite } from '../site.tsx'
import { coverOf, Picture } from './picture.tsx'

const pictureSizes = '(min-width: 62rem) 15rem, 10rem'

type Props = { section: Section; products: Article[] }

export function CompareTable({ section, products }: Props) {
  const { t, locale } = useSite()
  const words = wordsOf(section, t, locale)
  const { common, single } = compareRows(products, t('compare.family'))
  return (
    <>
      {common.length > 0 && products.length > 1 && (
        <label className="compare-only" data-page-part="only">
          <input type="checkbox" />
          {t('compare.onlyDifferences')}
        </label>
      )}
      <section className="table-scroll" aria-label={t('compare.title', words)} data-page-part="table">
        <table className="compare-table" data-compare-table={section.slug}>
          <caption className="visually-hidden">{t('compare.title', words)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('compare.feature')}</th>
              {products.map((product) => (
                <ProductHead key={product.id} {...{ section, product, products }} />
              ))}
            </tr>
          </thead>
          <Rows title={t('compare.common')} rows={common} className="compare-common" />
          <Rows title={namedText('compare.own', section, t, locale)} rows={single} />
        </table>
      </section>
    </>
  )
}

function ProductHead({ section, product, products }: Props & { product: Article }) {
  const { id, parent_id, title } = product
  const { slug } = section
  const { t, language, sections } = useSite()
  const others = products.flatMap((other) => (other.id === id ? [] : String(other.id)))
  return (
    <th scope="col" data-compare-id={id} data-compare-title={title}>
      <Picture {...coverOf(product)} sizes={pictureSizes} />
      <a href={articleHref({ id, category: slug }, language, parent_id || undefined, sections)}>{title}</a>
      <a
        className="compare-remove"
        href={href('section-compare', { section: slug }, language) + queryString({ id: others })}
      >
        {t('compare.remove')}
        <span className="visually-hidden"> {title}</span>
      </a>
    </th>
  )
}

function Rows({ title, rows, className }: { title: string; rows: CompareRow[]; className?: string }) {
  const [first] = rows
  if (!first) return null
  return (
    <tbody className={className}>
      <tr>
        <th className="compare-group" scope="rowgroup" colSpan={first.values.length + 1}>
          <span>{title}</span>
        </th>
      </tr>
      {rows.map((row) => (
        <Row key={row.name} {...row} />
      ))}
    </tbody>
  )
}

function Row({ name, values, differs }: CompareRow) {
  const { t } = useSite()
  return (
    <tr className={differs ? 'differs' : undefined}>
      <th scope="row">
        {name}
        {differs && <span className="visually-hidden"> ({t('compare.differs')})</span>}
      </th>
      {values.map((value, column) => (
        <td key={column}>
          {value ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="visually-hidden">{t('compare.noValue')}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

/**
 * `values`: one for each product. `differs`: at least two products have other values. Names and values are compared without
 * the spaces and joiners of shared/typography.ts.
 */
type CompareRow = { name: string; values: (string | undefined)[]; differs: boolean }

/** `common`: rows in which at least two products have a value, in the order of their first occurrence. */
function compareRows(
  products: Article[],
  familyName: string,
): { common: CompareRow[]; single: CompareRow[] } {
  const tables = products.map((product) => productValues(product, familyName))
  const names = new Set(tables.flatMap((values) => [...values.keys()]))
  const rows = [...names].map((name) => {
    const values = tables.map((table) => table.get(name))
    const stated = values.filter((value) => value !== undefined)
    const differs = new Set(stated.map(withoutJoiners)).size > 1
    return { name, values, differs, isCommon: stated.length > 1 }
  })
  return {
    common: rows.filter(({ isCommon }) => isCommon || products.length === 1),
    single: rows.filter(({ isCommon }) => !isCommon && products.length > 1),
  }
}

function productValues({ family, facets, specs }: Article, familyName: string): Map<string, string> {
  const named = [
    { name: familyName, value: family },
    ...facets.map(({ name, values }) => ({ name, value: values.join(' · ') })),
    ...specs,
  ]
  const table = new Map<string, string>()
  for (const { name: shown, value } of named) {
    const name = withoutJoiners(shown)
    const before = table.get(name)
    if (value) table.set(name, before ? `${before} · ${value}` : value)
  }
  return table
}
