// Forms of a comparison: of the chosen products (client/browser/compare.ts), of all products of a section, and a menu for one
// more. Plain GET forms.
import type { ReactNode } from 'react'
import { compared } from '../../shared/constants.ts'
import type { ArticleSummary } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import type { Section } from '../../shared/sections.ts'
import { useSite } from '../site.tsx'

export function CompareForm({ section, children }: { section: Section; children: ReactNode }) {
  const { t, locale, language } = useSite()
  const words = wordsOf(section, t, locale)
  return (
    <form action={href('section-compare', { section: section.slug }, language)} data-compare={section.slug}>
      {children}
      <div className="compare-bar" data-most={t('compare.most', { ...words, most: compared.most })}>
        <button className="button" type="submit">
          {t('compare.submit', words)}
        </button>
      </div>
    </form>
  )
}

export function ChooseProducts({ section, products }: { section: Section; products: ArticleSummary[] }) {
  return (
    <CompareForm section={section}>
      <ul className="lines">
        {products.map(({ id, title, family }) => (
          <li key={id}>
            <label className="compare-box">
              <input type="checkbox" name="id" value={id} data-title={title} />
              <span>
                {title}
                {family && <span className="quiet"> {family}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </CompareForm>
  )
}

type AddProps = { section: Section; chosen: number[]; others: ArticleSummary[] }

export function AddProduct({ section, chosen, others }: AddProps) {
  const { t, locale, language } = useSite()
  return (
    <form
      className="compare-add"
      action={href('section-compare', { section: section.slug }, language)}
      data-compare={section.slug}
      data-page-part="add"
    >
      {chosen.map((id) => (
        <input key={id} type="hidden" name="id" value={id} data-page-part={id} />
      ))}
      <label htmlFor="compare-add">{t('compare.add', wordsOf(section, t, locale))}</label>
      <select id="compare-add" data-page-part="menu" name="id" required defaultValue="">
        <option value="">–</option>
        {others.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <button className="button" type="submit">
        {t('compare.addSubmit')}
      </button>
    </form>
  )
}
